package dev.tidemark.landing.log;

import java.time.Instant;
import java.util.Optional;

/**
 * An entry with its envelope, as it stands in {@code _landing/log/<version>.json}.
 *
 * @param id random, so that a writer whose rename timed out can tell its own entry
 * @param previous id of the entry that it follows; absent for entry 0. An entry that was appended
 *     by one who slept through a clean-up stands beside entries that do not follow it
 * @param at the writer's clock, for people, and for the pause before a late generation closes; no
 *     promise rests on it
 * @param by program, host and run, or the person, that wrote it
 */
public record LogRecord(
    long version, String id, Optional<String> previous, Instant at, String by, LogEntry entry) {}
