package dev.tidemark.landing.log;

import java.time.Instant;

/**
 * An entry with its envelope, as it stands in {@code _landing/log/<version>.json}.
 *
 * @param id random, so that a writer whose rename timed out can tell its own entry
 * @param at the writer's clock, for people, and for the pause before a late generation closes; no
 *     promise rests on it
 * @param by program, host and run, or the person, that wrote it
 */
public record LogRecord(long version, String id, Instant at, String by, LogEntry entry) {}
