package dev.tidemark.landing.log;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the landing log says as of one version: a pure fold of its entries. An entry that the state
 * does not allow is refused with an {@link IllegalEntryException}, which is how every rule of the
 * protocol is kept: writers check before they append, readers while they read.
 *
 * <p>Its size is bounded by what is open, not by history: a partition whose every generation is
 * archived and published, or that was skipped because nothing landed in it, leaves it.
 *
 * @param version of the last entry; -1 before the first
 * @param lastId id of the last entry
 * @param topics by topic id
 * @param sources by topic-partition
 * @param pending an intent that is not known to be carried out
 * @param watermark every record to come is at or after it, but for late ones; absent until every
 *     topic-partition has one
 * @param closedThrough every partition before it that is not in the state is closed; absent until
 *     the first close
 * @param closedAhead partitions at or after {@code closedThrough} that are closed and not in the
 *     state
 * @param ingest the run that lands; absent when nobody claimed it, or the last one was fenced
 */
public record LandingState(
    long version,
    Optional<String> lastId,
    Optional<LogEntry.Created> created,
    SortedMap<String, Topic> topics,
    SortedMap<TopicPartition, SourceState> sources,
    Optional<Intent> pending,
    Optional<Instant> watermark,
    Optional<PartitionId> closedThrough,
    SortedSet<PartitionId> closedAhead,
    SortedMap<PartitionId, PartitionState> partitions,
    Optional<IngestRun> ingest) {

  /** A topic that is or was read. */
  public record Topic(String name, boolean retired) {}

  /** A {@code land} entry and its version. */
  public record Intent(long version, LogEntry.Land land) {}

  /**
   * The one run that may land.
   *
   * @param until by its own clock, when it will have been silent for the length of the lease
   */
  public record IngestRun(String run, Duration lease, Instant until) {}

  public static final LandingState EMPTY =
      new LandingState(
          -1,
          Optional.empty(),
          Optional.empty(),
          new TreeMap<>(),
          new TreeMap<>(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new TreeSet<>(),
          new TreeMap<>(),
          Optional.empty());

  /**
   * The state after one more entry.
   *
   * @throws IllegalEntryException if the entry is not the next one or breaks a rule
   */
  public LandingState apply(LogRecord record) {
    if (record.version() != version + 1) {
      throw new IllegalEntryException(
          "Entry " + record.version() + " cannot follow version " + version + ".");
    }
    if (!follows(record)) {
      throw new IllegalEntryException(
          "Entry "
              + record.version()
              + " follows entry '"
              + record.previous().orElse("none")
              + "', but version "
              + version
              + " is '"
              + lastId.orElse("none")
              + "'.");
    }
    if ((record.entry() instanceof LogEntry.Created) != (version == -1)) {
      throw new IllegalEntryException(
          "The log's entry 0, and only that, is 'created'. Found at " + record.version() + ".");
    }
    return new Fold(this, record).apply();
  }

  /** The partition that leaves the state by an entry, as it then rests in its record. */
  Optional<PartitionState> leaving(LogRecord record) {
    return new Fold(this, record).leaving();
  }

  /** Whether the entry was appended by one who saw this state. */
  boolean follows(LogRecord record) {
    return record.version() == version + 1 && record.previous().equals(lastId);
  }

  /** Whether this run is the one that may land. */
  public boolean isIngestedBy(String run) {
    return ingest.filter(i -> i.run().equals(run)).isPresent();
  }

  public Granularity granularity() {
    return created
        .map(LogEntry.Created::granularity)
        .orElseThrow(() -> new IllegalStateException("The log is empty"));
  }

  public Optional<PartitionState> partition(PartitionId id) {
    return Optional.ofNullable(partitions.get(id));
  }

  /** The next offset of a topic-partition that is to be landed; 0 for one never seen. */
  public long landed(TopicPartition source) {
    return sources.getOrDefault(source, SourceState.startingAt(0)).landed();
  }

  /** Offsets past the landed one that are landed already, in order. */
  public List<OffsetRange> ahead(TopicPartition source) {
    SourceState known = sources.get(source);
    return known == null ? List.of() : known.ahead();
  }

  /** What the topic-partitions would be after some spans were landed and some end offsets seen. */
  public SortedMap<TopicPartition, SourceState> sourcesAfter(
      Iterable<LogEntry.Span> spans, Map<TopicPartition, Long> ends) {
    SortedMap<TopicPartition, SourceState> after = new TreeMap<>(sources);
    spans.forEach(
        s ->
            after.put(
                s.source(), after.getOrDefault(s.source(), SourceState.startingAt(0)).after(s)));
    ends.forEach(
        (source, end) ->
            after.put(source, after.getOrDefault(source, SourceState.startingAt(0)).seeing(end)));
    return after;
  }

  /** The id of the topic that is read under a name. */
  public Optional<String> topicId(String name) {
    return topics.entrySet().stream()
        .filter(t -> t.getValue().name().equals(name) && !t.getValue().retired())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** Whether generation 0 of a partition is closed, so that what comes now is late. */
  public boolean isClosed(PartitionId id) {
    PartitionState known = partitions.get(id);
    return known != null
        ? known.isClosed()
        : closedAhead.contains(id) || closedThrough.filter(c -> id.compareTo(c) < 0).isPresent();
  }

  /**
   * Where a file of this partition goes if it is landed by the next entry: the open generation, or
   * a late one that the entry opens and that its version names.
   */
  public GenerationId landingGeneration(PartitionId id) {
    if (!isClosed(id)) {
      return new GenerationId(id, 0);
    }
    return partition(id)
        .flatMap(PartitionState::open)
        .map(Generation::id)
        .orElse(new GenerationId(id, version + 1));
  }

  /** Whether a pending intent names the generation. */
  public boolean isNamedByPending(GenerationId id) {
    return pending.stream()
        .flatMap(p -> p.land().files().stream())
        .map(LandedFile::generation)
        .anyMatch(id::equals);
  }
}
