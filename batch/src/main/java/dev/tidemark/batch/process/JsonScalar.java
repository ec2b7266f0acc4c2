package dev.tidemark.batch.process;

/**
 * A JSON string, number or boolean.
 *
 * @param text of a string what it means, escapes resolved; otherwise the characters as sent
 * @param quoted whether it was a string
 */
record JsonScalar(String text, boolean quoted) {}
