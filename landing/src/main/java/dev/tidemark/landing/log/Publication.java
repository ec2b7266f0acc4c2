package dev.tidemark.landing.log;

import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A revision of a partition, intended or published: its generations, counts and attempt.
 *
 * @param version of the {@code publish} entry
 * @param revision 1 for the first, one more for each that follows
 * @param at when it was intended, by the writer's clock; absent in old records
 */
public record Publication(
    long version,
    int revision,
    SortedSet<Long> generations,
    String attempt,
    LogEntry.Counts counts,
    String configHash,
    Optional<Instant> at) {}
