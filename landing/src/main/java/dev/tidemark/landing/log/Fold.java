package dev.tidemark.landing.log;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** One step of the fold: a copy of the state on which one entry works. Used once. */
final class Fold {
  private final LandingState before;
  private final LogRecord record;
  private final PartitionFold carriage;

  private Optional<LogEntry.Created> created;
  private final SortedMap<String, LandingState.Topic> topics;
  private final SortedMap<TopicPartition, SourceState> sources;
  private Optional<LandingState.Intent> pending;
  private Optional<Instant> watermark;
  private Optional<PartitionId> closedThrough;
  private final SortedSet<PartitionId> closedAhead;
  private final SortedMap<PartitionId, PartitionState> partitions;
  private Optional<LandingState.IngestRun> ingest;
  private Optional<PartitionState> left = Optional.empty();

  Fold(LandingState before, LogRecord record) {
    this.before = before;
    this.record = record;
    this.carriage = new PartitionFold(record);
    this.created = before.created();
    this.topics = new TreeMap<>(before.topics());
    this.sources = new TreeMap<>(before.sources());
    this.pending = before.pending();
    this.watermark = before.watermark();
    this.closedThrough = before.closedThrough();
    this.closedAhead = new TreeSet<>(before.closedAhead());
    this.partitions = new TreeMap<>(before.partitions());
    this.ingest = before.ingest();
  }

  LandingState apply() {
    LogEntry entry = record.entry();
    if (entry instanceof LogEntry.Created e) {
      created = Optional.of(e);
    } else if (entry instanceof LogEntry.TopicAdded e) {
      addTopic(e);
    } else if (entry instanceof LogEntry.TopicReset e) {
      resetTopic(e);
    } else if (entry instanceof LogEntry.TopicRetired e) {
      retire(e.topicId());
    } else if (entry instanceof LogEntry.Gap e) {
      giveUp(e);
    } else if (entry instanceof LogEntry.Fence e) {
      fence(e);
    } else if (entry instanceof LogEntry.IngestClaim e) {
      claim(e);
    } else if (entry instanceof LogEntry.Land e) {
      land(e);
    } else if (entry instanceof LogEntry.Landed e) {
      landed(e);
    } else if (entry instanceof LogEntry.Progress e) {
      progress(e);
    } else if (entry instanceof LogEntry.OfPartition e) {
      ofPartition(e);
    }
    return new LandingState(
        record.version(),
        Optional.of(record.id()),
        created,
        topics,
        sources,
        pending,
        watermark,
        closedThrough,
        closedAhead,
        partitions,
        ingest);
  }

  /** The partition that leaves by the entry, as it is then. */
  Optional<PartitionState> leaving() {
    apply();
    return left;
  }

  private void addTopic(LogEntry.TopicAdded e) {
    require(
        before.topicId(e.name()).isEmpty(),
        "Topic '%s' is read already, under another id.",
        e.name());
    begin(e.name(), e.topicId(), e.starts());
  }

  private void resetTopic(LogEntry.TopicReset e) {
    Optional<String> old = before.topicId(e.name());
    require(old.isPresent(), "Topic '%s' is not read.", e.name());
    retire(old.get());
    begin(e.name(), e.topicId(), e.starts());
  }

  /** A retired topic that is read again goes on where it stopped; what lies before is landed. */
  private void begin(String name, String id, SortedMap<Integer, Long> starts) {
    LandingState.Topic known = topics.get(id);
    if (known != null) {
      require(
          known.retired() && known.name().equals(name),
          "Topic id %s is known already, as '%s'.",
          id,
          known.name());
    } else {
      starts.forEach(
          (partition, offset) ->
              sources.put(new TopicPartition(id, partition), SourceState.startingAt(offset)));
    }
    topics.put(id, new LandingState.Topic(name, false));
  }

  private void retire(String id) {
    LandingState.Topic topic = topics.get(id);
    require(topic != null && !topic.retired(), "Topic id %s is not read.", id);
    topics.put(id, new LandingState.Topic(topic.name(), true));
  }

  private void land(LogEntry.Land e) {
    require(pending.isEmpty(), "The intent at version %s is still pending.", describePending());
    requireIngest(e.run());
    e.spans().forEach(this::advance);
    LandedLines.requireDistinct(before, e);
    Map<TopicPartition, Long> rows = new HashMap<>();
    Map<GenerationId, List<LandedFile>> files = new LinkedHashMap<>();
    for (LandedFile file : e.files()) {
      GenerationId expected = before.landingGeneration(file.generation().partition());
      require(
          file.generation().equals(expected),
          "%s names %s, but what lands now goes to %s.",
          file.name(),
          file.generation(),
          expected);
      files.computeIfAbsent(expected, unused -> new ArrayList<>()).add(file);
      rows.merge(file.source(), file.rows(), Long::sum);
    }
    files.forEach(this::land);
    for (LogEntry.Span span : e.spans()) {
      long inFiles = rows.getOrDefault(span.source(), 0L);
      require(
          inFiles == span.rows(),
          "%s: %s rows are in files, %s are claimed.",
          span.source(),
          inFiles,
          span.rows());
    }
    sources.putAll(before.sourcesAfter(e.spans(), e.ends()));
    moveWatermark(e.watermark());
    pending = Optional.of(new LandingState.Intent(record.version(), e));
  }

  private void land(GenerationId id, List<LandedFile> files) {
    PartitionState partition = enter(id.partition());
    Generation generation = partition.generations().getOrDefault(id.number(), Generation.open(id));
    partitions.put(id.partition(), partition.with(generation.landing(files, record.at())));
  }

  private void landed(LogEntry.Landed e) {
    require(
        pending.filter(p -> p.version() == e.land()).isPresent(),
        "The intent at version %s is not pending.",
        e.land());
    pending = Optional.empty();
  }

  private void progress(LogEntry.Progress e) {
    requireIngest(e.run());
    for (LogEntry.Span span : e.spans()) {
      require(span.rows() == 0, "%s: progress brings no rows.", span.source());
      long end = e.ends().getOrDefault(span.source(), Long.MAX_VALUE);
      require(
          span.until() <= end,
          "%s: offset %s is past the end of the topic, %s.",
          span.source(),
          span.until(),
          end);
    }
    e.spans().forEach(this::advance);
    sources.putAll(before.sourcesAfter(e.spans(), e.ends()));
    moveWatermark(e.watermark());
  }

  private void advance(LogEntry.Span span) {
    TopicPartition source = span.source();
    LandingState.Topic topic = topics.get(source.topicId());
    require(topic != null, "Topic id %s was never added.", source.topicId());
    require(!topic.retired(), "Topic '%s' is retired.", topic.name());
    SourceState state = sources.getOrDefault(source, SourceState.startingAt(0));
    require(
        span.from() == state.landed() && span.until() >= span.from(),
        "%s: offsets [%s, %s) do not follow the landed offset %s.",
        source,
        span.from(),
        span.until(),
        state.landed());
    sources.put(source, state.after(span));
  }

  private void moveWatermark(Optional<Instant> next) {
    require(
        next.isPresent() || watermark.isEmpty(),
        "The watermark %s cannot be taken back.",
        watermark);
    require(
        watermark.isEmpty() || !next.get().isBefore(watermark.get()),
        "The watermark cannot go back from %s to %s.",
        watermark,
        next);
    watermark = next;
  }

  private void ofPartition(LogEntry.OfPartition e) {
    PartitionState partition = enter(e.partition());
    if (e instanceof LogEntry.Close close) {
      partition = close(partition, close);
    } else {
      partition = carriage.apply(partition);
    }
    partitions.put(partition.id(), partition);
    if (e instanceof LogEntry.Close close && !close.generation().isLate()) {
      closedThrough = closedThrough.or(() -> leastOpen(close.partition()));
    }
    advanceClosedThrough();
    if (partition.isSettled()) {
      leave(partition);
    }
  }

  private PartitionState close(PartitionState partition, LogEntry.Close e) {
    Generation generation = partition.generations().get(e.generation().number());
    require(
        generation != null && generation.step() == Generation.Step.OPEN,
        "%s is not open.",
        e.generation());
    require(
        !before.isNamedByPending(e.generation()),
        "%s is named by the pending intent at version %s.",
        e.generation(),
        describePending());
    Manifest manifest = generation.manifest();
    require(
        manifest.hash().equals(e.manifestHash())
            && manifest.files().size() == e.files()
            && manifest.rows() == e.rows()
            && manifest.bytes() == e.bytes(),
        "%s: the manifest of the entry is not that of the landed files.",
        e.generation());
    require(
        !e.isSkipped() || (manifest.files().isEmpty() && !e.generation().isLate()),
        "%s is not empty: what landed in it is not skipped.",
        e.generation());
    // Nothing stands in a directory that was never made, so there is nothing to carry.
    Generation.Step next =
        manifest.files().isEmpty() ? Generation.Step.ARCHIVED : Generation.Step.CLOSED;
    PartitionState closed = partition.with(generation.becoming(next));
    if (e.isSkipped()) {
      return closed.skipping(Optional.of(record.version()));
    }
    return e.base().map(closed::withBase).orElse(closed);
  }

  private PartitionState enter(PartitionId id) {
    PartitionState known = partitions.get(id);
    if (known != null) {
      return known;
    }
    return before.isClosed(id) ? PartitionState.returned(id) : PartitionState.opened(id);
  }

  private void leave(PartitionState partition) {
    PartitionId id = partition.id();
    left = Optional.of(partition);
    partitions.remove(id);
    if (closedThrough.isEmpty() || id.compareTo(closedThrough.get()) >= 0) {
      closedAhead.add(id);
    }
  }

  private Optional<PartitionId> leastOpen(PartitionId closing) {
    return partitions.values().stream()
        .filter(p -> !p.isClosed() || p.id().equals(closing))
        .map(PartitionState::id)
        .findFirst();
  }

  /** Moves over everything that is closed, or that is held open and so listed in the state. */
  private void advanceClosedThrough() {
    while (closedThrough.isPresent() && isPassed(closedThrough.get())) {
      closedAhead.remove(closedThrough.get());
      closedThrough = Optional.of(closedThrough.get().next(before.granularity()));
    }
  }

  private boolean isPassed(PartitionId id) {
    PartitionState known = partitions.get(id);
    return known != null ? known.isClosed() || known.hold().isPresent() : closedAhead.contains(id);
  }

  private Object describePending() {
    return pending.map(p -> (Object) p.version()).orElse("none");
  }

  private void claim(LogEntry.IngestClaim e) {
    require(
        ingest.isEmpty() || before.isIngestedBy(e.run()),
        "Run %s lands already.",
        ingest.map(LandingState.IngestRun::run).orElse(""));
    ingest =
        Optional.of(new LandingState.IngestRun(e.run(), e.lease(), record.at().plus(e.lease())));
  }

  private void fence(LogEntry.Fence e) {
    require(before.isIngestedBy(e.run()), "Run %s does not land; it has no claim.", e.run());
    ingest = Optional.empty();
  }

  /** Only the run that holds the claim lands; what it appends renews the claim. */
  private void requireIngest(String run) {
    require(before.isIngestedBy(run), "Run %s does not hold the claim to land.", run);
    ingest =
        ingest.map(
            i -> new LandingState.IngestRun(i.run(), i.lease(), record.at().plus(i.lease())));
  }

  private void giveUp(LogEntry.Gap e) {
    advance(new LogEntry.Span(e.source(), e.from(), e.until(), 0, 0, 0, Optional.empty()));
    long landedAhead =
        before.ahead(e.source()).stream()
            .filter(a -> a.from() < e.until())
            .mapToLong(a -> Math.min(a.until(), e.until()) - a.from())
            .sum();
    sources.computeIfPresent(e.source(), (k, s) -> s.losing(e.until() - e.from() - landedAhead));
  }

  // The annotation that the check asks for would be a dependency for one method.
  @SuppressWarnings("AnnotateFormatMethod")
  static void require(boolean allowed, String message, Object... values) {
    if (!allowed) {
      throw new IllegalEntryException(String.format(message, values));
    }
  }
}
