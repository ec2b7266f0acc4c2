package dev.tidemark.batch.process;

/**
 * The first 128 bits of a SHA-256: enough that no two that are equal by chance or on purpose are
 * ever met, and short enough to hold one for each event of an hour.
 */
record Fingerprint(long high, long low) {}
