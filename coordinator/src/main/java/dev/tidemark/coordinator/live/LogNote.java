package dev.tidemark.coordinator.live;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is remembered of an entry of the landing log.
 *
 * @param partitions that look otherwise after it
 * @param landed rows that land with it
 * @param intended rows that readers see once it is carried out
 * @param publishes version of the intent that it says is carried out
 * @param newest the greatest times of events that land with it, of the first few topic-partitions
 */
record LogNote(
    long version,
    Optional<String> previous,
    Instant at,
    Set<PartitionId> partitions,
    long landed,
    long intended,
    OptionalLong publishes,
    Map<TopicPartition, Instant> newest) {

  /**
   * More are not drawn; twenty thousand entries of all that there are would not fit into memory.
   */
  static final int MOST_SOURCES = 8;

  static LogNote of(LogRecord record) {
    LogEntry entry = record.entry();
    return new LogNote(
        record.version(),
        record.previous(),
        record.at(),
        partitions(entry),
        entry instanceof LogEntry.Land land
            ? land.spans().stream().mapToLong(LogEntry.Span::rows).sum()
            : 0,
        entry instanceof LogEntry.Publish publish ? publish.counts().out() : 0,
        entry instanceof LogEntry.Published published
            ? OptionalLong.of(published.publish())
            : OptionalLong.empty(),
        entry instanceof LogEntry.Land land ? newest(land) : Map.of());
  }

  private static Map<TopicPartition, Instant> newest(LogEntry.Land land) {
    return land.spans().stream()
        .sorted(Comparator.comparing(LogEntry.Span::source))
        .limit(MOST_SOURCES)
        .filter(span -> span.maxTime().isPresent())
        .collect(
            Collectors.toUnmodifiableMap(
                LogEntry.Span::source, span -> span.maxTime().orElseThrow(), LogNote::later));
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static Set<PartitionId> partitions(LogEntry entry) {
    if (entry instanceof LogEntry.OfPartition of) {
      return Set.of(of.partition());
    }
    return entry instanceof LogEntry.Land land
        ? land.files().stream().map(f -> f.generation().partition()).collect(Collectors.toSet())
        : Set.of();
  }
}
