package dev.tidemark.coordinator.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.LineProcessing;
import dev.tidemark.coordinator.audit.Audit;
import dev.tidemark.coordinator.audit.AuditReport;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.LandingFileSystem.Entry;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import dev.tidemark.landing.log.PartitionRecord;
import dev.tidemark.landing.log.PartitionRecords;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Whether a root that has come to rest holds everything once, and everything is at its place. */
final class Verdict {
  private final MemoryFileSystem root;
  private final List<byte[]> cleanedUp;
  private final Kafka kafka;
  private final List<String> found = new ArrayList<>();
  private final List<LogRecord> log = new ArrayList<>();
  private final Map<String, LandedFile> archived = new HashMap<>();
  private final Map<String, LandedFile> expired = new HashMap<>();
  private final Journal journal;
  private LandingState state = LandingState.EMPTY;

  /**
   * Nothing is looked at yet.
   *
   * @param cleanedUp entries of the log that are not in the root any more
   */
  Verdict(MemoryFileSystem root, List<byte[]> cleanedUp, Scenario scenario) {
    this.root = root;
    this.cleanedUp = cleanedUp;
    this.kafka = scenario.kafka();
    this.journal = Journal.of(root, new SimulatedClock(Duration.ZERO), "verdict");
  }

  /** What is wrong, if anything is. */
  Optional<String> find() {
    try {
      readLog();
      closedStaysClosed();
      offsetsTile();
      nothingWaits();
      whatExpiredIsGone();
      everyOffsetIsInArchiveOnce();
      nothingStandsElsewhere();
      partitions().forEach(this::isPublishedOnce);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      found.add(Stack.of(e));
    }
    return found.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", found));
  }

  /** From the last entry back to the first, for a sleeper's void ones stand beside them. */
  private void readLog() throws IOException {
    Map<String, LogRecord> all = new HashMap<>();
    for (byte[] entry : cleanedUp) {
      add(entry, all);
    }
    for (Entry entry : root.list(LandingZone.logDirectory())) {
      add(root.read(LandingZone.logDirectory() + "/" + entry.name()), all);
    }
    LandingState known = journal.refresh();
    for (Optional<String> id = known.lastId(); id.isPresent(); id = log.get(0).previous()) {
      LogRecord record = all.get(id.get());
      if (record == null) {
        throw new IllegalStateException("The log has no entry " + id.get());
      }
      log.add(0, record);
    }
    for (LogRecord record : log) {
      state = state.apply(record);
    }
    requireEqual("The state by a checkpoint", known, state);
  }

  private static void add(byte[] entry, Map<String, LogRecord> all) {
    LogRecord record = LandingJson.read(entry, LogRecord.class, "entry");
    all.put(record.id(), record);
  }

  /** S1. */
  private void closedStaysClosed() {
    Set<GenerationId> closed = new HashSet<>();
    for (LogRecord record : log) {
      if (record.entry() instanceof LogEntry.Close close) {
        closed.add(close.generation());
      } else if (record.entry() instanceof LogEntry.Land land) {
        for (LandedFile file : land.files()) {
          require(
              !closed.contains(file.generation()),
              "S1: " + file.name() + " landed in " + file.generation() + " after its close");
          archived.put(LandingZone.archive(file.generation()) + "/" + file.name(), file);
        }
      }
    }
  }

  /** S3. */
  private void offsetsTile() {
    Map<TopicPartition, Long> landed = new HashMap<>();
    for (LogRecord record : log) {
      for (LogEntry.Span span : spans(record.entry())) {
        long at = landed.getOrDefault(span.source(), 0L);
        require(span.from() == at, "S3: " + span + " begins where " + at + " is landed");
        landed.put(span.source(), span.until());
      }
    }
    for (TopicPartition source : kafka.messages().keySet()) {
      long at = landed.getOrDefault(source, 0L);
      require(
          at == kafka.end(source), "S3: " + source + " is landed up to " + at + ", not its end");
    }
  }

  private static List<LogEntry.Span> spans(LogEntry entry) {
    if (entry instanceof LogEntry.Land land) {
      return land.spans();
    }
    return entry instanceof LogEntry.Progress progress ? progress.spans() : List.of();
  }

  private void nothingWaits() {
    require(state.pending().isEmpty(), "An intent to land is pending: " + state.pending());
    state.partitions().values().forEach(p -> require(false, "Stuck: " + describe(p)));
    for (LogRecord record : log) {
      if (record.entry() instanceof LogEntry.Failed failed) {
        require(
            failed.retryAt().isPresent(),
            "At version " + record.version() + " it gave up: " + failed);
      }
    }
  }

  private static String describe(PartitionState p) {
    return p.id()
        + " "
        + p.generations().values().stream().map(g -> g.id() + " " + g.step()).toList()
        + p.failure().map(f -> ", " + f.last()).orElse("")
        + p.intended().map(i -> ", intended " + i).orElse("");
  }

  /** Retention removed what its entries said, and no more. */
  private void whatExpiredIsGone() throws IOException {
    for (Map.Entry<String, LandedFile> file : Map.copyOf(archived).entrySet()) {
      GenerationId generation = file.getValue().generation();
      boolean gone =
          recorded(generation.partition())
              .filter(p -> p.expiredGenerations().contains(generation.number()))
              .isPresent();
      if (gone) {
        require(root.stat(file.getKey()).isEmpty(), file.getKey() + " has expired and is there");
        expired.put(file.getKey(), archived.remove(file.getKey()));
      }
    }
  }

  private Optional<PartitionState> recorded(PartitionId partition) {
    return new PartitionRecords(root).latest(partition).map(PartitionRecord::state);
  }

  /** L1, and S2 for what is named. */
  private void everyOffsetIsInArchiveOnce() throws IOException {
    Map<TopicPartition, TreeMap<Long, String>> lines = new HashMap<>();
    for (Map.Entry<String, LandedFile> file : archived.entrySet()) {
      if (root.stat(file.getKey()).isEmpty()) {
        found.add("L1: " + file.getKey() + " is missing");
        continue;
      }
      byte[] contents = root.read(file.getKey());
      require(contents.length == file.getValue().bytes(), "S2: " + file.getKey() + " is torn");
      List<String> values = new String(contents, UTF_8).lines().toList();
      int line = 0;
      for (OffsetRange range : file.getValue().offsets()) {
        for (long offset = range.from(); offset < range.until(); offset++) {
          String before =
              lines
                  .computeIfAbsent(file.getValue().source(), s -> new TreeMap<>())
                  .put(offset, values.get(line++));
          require(before == null, "L1: offset " + offset + " is in archive twice");
        }
      }
    }
    for (Map.Entry<TopicPartition, List<Kafka.Message>> source : kafka.messages().entrySet()) {
      TreeMap<Long, String> expected = new TreeMap<>();
      source.getValue().forEach(m -> m.value().ifPresent(v -> expected.put(m.offset(), v)));
      expired.values().stream()
          .filter(f -> f.source().equals(source.getKey()))
          .flatMap(f -> f.offsets().stream())
          .forEach(r -> expected.keySet().removeIf(o -> o >= r.from() && o < r.until()));
      requireEqual(
          "L1: lines of " + source.getKey(),
          lines.getOrDefault(source.getKey(), new TreeMap<>()),
          expected);
    }
  }

  /** S2 for what is not named, and that nothing is left behind. */
  private void nothingStandsElsewhere() throws IOException {
    List<String> foreign = new ArrayList<>();
    for (String area : List.of("raw", "late", "stage", "archive")) {
      for (String path : filesBelow(area)) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (name.startsWith(Stranger.FILE)) {
          foreign.add(path);
        } else {
          boolean known =
              archived.containsKey(path)
                  || path.startsWith(LandingZone.inflightRoot() + "/")
                  || name.startsWith("_");
          require(known, "Nothing names " + path);
        }
      }
    }
    if (!foreign.isEmpty()) {
      areReported(foreign);
    }
  }

  /** Files that no manifest names, where generations are kept. */
  private void areReported(List<String> foreign) {
    AuditReport report = new Audit(journal, root).run(Optional.empty(), Optional.empty());
    report.findings().forEach(f -> require(false, "The audit finds " + f));
    for (LandedFile file : archived.values()) {
      String directory = LandingZone.archive(file.generation()) + "/";
      require(
          foreign.stream().noneMatch(path -> path.startsWith(directory))
              || report.notes().stream()
                  .anyMatch(n -> n.where().equals(file.generation().toString())),
          "The audit does not tell of the foreign files in " + directory);
    }
  }

  private List<String> filesBelow(String directory) throws IOException {
    List<String> paths = new ArrayList<>();
    for (Entry entry : root.list(directory)) {
      String path = directory + "/" + entry.name();
      if (entry.directory()) {
        paths.addAll(filesBelow(path));
      } else {
        paths.add(path);
      }
    }
    return paths;
  }

  /** The values of each partition that has any. */
  private SortedMap<PartitionId, List<String>> partitions() {
    SortedMap<PartitionId, List<String>> partitions = new TreeMap<>();
    for (List<Kafka.Message> source : kafka.messages().values()) {
      for (Kafka.Message message : source) {
        message
            .value()
            .ifPresent(
                v ->
                    partitions.computeIfAbsent(message.partition(), p -> new ArrayList<>()).add(v));
      }
    }
    return partitions;
  }

  /** Values of the generations that were published, of an hour that cannot be restated. */
  private List<String> published(PartitionState partition) {
    List<String> values = new ArrayList<>();
    Stream.of(archived, expired)
        .flatMap(files -> files.values().stream())
        .filter(f -> f.generation().partition().equals(partition.id()))
        .filter(f -> partition.published().contains(f.generation().number()))
        .forEach(
            f ->
                kafka.messages().get(f.source()).stream()
                    .filter(
                        m ->
                            f.offsets().stream()
                                .anyMatch(r -> m.offset() >= r.from() && m.offset() < r.until()))
                    .forEach(m -> m.value().ifPresent(values::add)));
    return values;
  }

  /** L2, and its exception: what came when retention had removed parts of the hour. */
  private void isPublishedOnce(PartitionId partition, List<String> all) {
    Optional<PartitionState> fixed = recorded(partition).filter(p -> !p.canRestate());
    List<String> values = fixed.map(this::published).orElse(all);
    if (fixed.filter(PartitionState::isFinalExpired).isPresent()) {
      require(
          !exists(LandingZone.published(partition)), partition + " has expired and is published");
      return;
    }
    Set<String> valid = new TreeSet<>(values);
    String directory = LandingZone.published(partition);
    requireEqual(
        "L2: rows of " + partition,
        lines(directory + "/" + LineProcessing.ROWS),
        new ArrayList<>(valid));
    require(exists(directory + "/" + LandingZone.SUCCESS), "L2: " + partition + " is not done");
    Optional<PartitionRecord> record = new PartitionRecords(root).latest(partition);
    Optional<Publication> publication = record.flatMap(r -> r.state().publication());
    if (publication.isEmpty()) {
      found.add("L2: " + partition + " has no record of a publication");
      return;
    }
    requireEqual(
        "L2: counts of " + partition,
        publication.get().counts(),
        new LogEntry.Counts(values.size(), valid.size(), values.size() - valid.size(), 0));
    require(
        fixed.isPresent()
            || publication
                .get()
                .generations()
                .equals(new TreeSet<>(record.get().state().generations().keySet())),
        "L2: " + partition + " does not hold all its generations");
    require(
        String.join("", lines(directory + "/" + Manifest.FILE_NAME))
            .contains(publication.get().attempt()),
        "L2: " + partition + " does not show the attempt that was published");
  }

  private List<String> lines(String path) {
    try {
      return exists(path)
          ? new String(root.read(path), UTF_8).lines().sorted().toList()
          : List.of("nothing");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean exists(String path) {
    try {
      return root.stat(path).isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireEqual(String what, Object actual, Object expected) {
    require(actual.equals(expected), what + " are " + actual + ", should be " + expected);
  }

  private void require(boolean holds, String otherwise) {
    if (!holds) {
      found.add(otherwise);
    }
  }
}
