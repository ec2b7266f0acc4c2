package dev.tidemark.landing.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.landing.Area;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.OffsetSet;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Makes a log readable again that cannot be read to its end. The records of partitions hold, for
 * every partition that is archived, which offsets stand in it; so the new state has those as
 * landed, and everything else is read from Kafka again. Files of partitions that had no record yet
 * are put aside, for the log no longer says which of them count. Nothing is deleted.
 *
 * <p>The repair takes effect by one new checkpoint, of a version past every one that was used;
 * until that stands it can be stopped and begun again. No other program may run meanwhile: a
 * damaged log cannot say who holds a claim.
 */
public final class LogRepair {
  private final LandingFileSystem files;
  private final Clock clock;
  private final Checkpoints checkpoints;
  private final PartitionRecords records;

  public LogRepair(LandingFileSystem files, Clock clock) {
    this.files = files;
    this.clock = clock;
    this.checkpoints = new Checkpoints(files);
    this.records = new PartitionRecords(files);
  }

  /**
   * What a repair did.
   *
   * @param version of the new checkpoint
   * @param rebuilt whether the state was made from the records, so that records are read again
   * @param aside directories that were put aside, as they were called
   */
  public record Repaired(long version, boolean rebuilt, List<String> aside) {
    public Repaired {
      aside = List.copyOf(aside);
    }
  }

  /**
   * Looks how far the log can be read. Changes nothing.
   *
   * @throws LandingException.Unavailable if the file system does not answer
   */
  public LogDamage diagnose() {
    return new LogReading(files, checkpoints).diagnose();
  }

  /**
   * Repairs a log.
   *
   * @param created what the root is; used only if the log does not say it any more
   * @throws LandingException.Unavailable if the file system failed; begin again
   */
  public Repaired repair(LogDamage damage, Supplier<LogEntry.Created> created) {
    if (damage.isSound()) {
      throw new IllegalArgumentException("The log is sound");
    }
    try {
      List<String> aside = new ArrayList<>();
      LandingState state = damage.sound();
      if (!damage.isWhole()) {
        SortedMap<PartitionId, PartitionRecord> settled = settled();
        state = rebuilt(damage.sound(), settled, created);
        aside.addAll(putAside(settled));
      }
      long version = Math.max(damage.newest(), newestRecord() + unseen(damage)) + 1;
      LandingState repaired = at(state, version);
      checkpoints.write(repaired, clock.instant());
      return new Repaired(version, !damage.isWhole(), aside);
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "The repair was not finished: " + e.getMessage() + ". Begin it again.", e);
    }
  }

  /**
   * Generations and replaced revisions are named by versions, and no name may occur again; without
   * a log nobody knows how many versions followed the last record.
   */
  private static long unseen(LogDamage damage) {
    return damage.newest() < 0 ? 1_000_000 : 0;
  }

  private SortedMap<PartitionId, PartitionRecord> settled() {
    SortedMap<PartitionId, PartitionRecord> settled = new TreeMap<>();
    for (PartitionId id : records.partitions()) {
      records.latest(id).ifPresent(r -> settled.put(id, r));
    }
    return settled;
  }

  private long newestRecord() {
    return settled().values().stream().mapToLong(PartitionRecord::version).max().orElse(-1);
  }

  /** Everything that no record names makes way for what will be read again. */
  private List<String> putAside(SortedMap<PartitionId, PartitionRecord> settled)
      throws IOException {
    String to = "_landing/damaged/" + UUID.randomUUID();
    List<String> aside = new ArrayList<>();
    for (Area area : Area.values()) {
      for (String directory : partitionDirectories(area)) {
        PartitionId id =
            PartitionId.ofDirectory(directory.substring(area.directory().length() + 1))
                .orElseThrow();
        Optional<PartitionState> known =
            Optional.ofNullable(settled.get(id)).map(PartitionRecord::state);
        for (String unnamed : unnamed(area, directory, known)) {
          putAside(unnamed, to + "/" + unnamed);
          aside.add(unnamed);
        }
      }
    }
    return aside;
  }

  private List<String> unnamed(Area area, String directory, Optional<PartitionState> known)
      throws IOException {
    if (area == Area.RAW || area == Area.FINAL) {
      // What is published of a recorded partition is published again from its archive.
      return area == Area.FINAL && known.isPresent() ? List.of() : List.of(directory);
    }
    List<String> unnamed = new ArrayList<>();
    for (LandingFileSystem.Entry e : files.list(directory)) {
      String path = directory + "/" + e.name();
      boolean named =
          area == Area.ARCHIVE
              && known
                  .filter(
                      p ->
                          p.generations().values().stream()
                              .map(g -> LandingZone.archive(g.id()))
                              .anyMatch(path::equals))
                  .isPresent();
      if (!named) {
        unnamed.add(path);
      }
    }
    return unnamed;
  }

  private void putAside(String from, String to) throws IOException {
    if (files.list(from).isEmpty()) {
      files.deleteEmptyDirectory(from);
      return;
    }
    files.makeDirectories(LandingZone.parent(to));
    LandingFileSystem.Renamed renamed = files.rename(from, to);
    if (renamed != LandingFileSystem.Renamed.DONE) {
      throw new IOException(from + " cannot be put aside: " + renamed);
    }
  }

  private List<String> partitionDirectories(Area area) throws IOException {
    List<String> found = new ArrayList<>();
    for (LandingFileSystem.Entry day : directories(area.directory())) {
      String dt = area.directory() + "/" + day.name();
      for (LandingFileSystem.Entry hour : directories(dt)) {
        String hr = dt + "/" + hour.name();
        List<LandingFileSystem.Entry> minutes =
            directories(hr).stream().filter(e -> e.name().startsWith("mi=")).toList();
        minutes.forEach(e -> found.add(hr + "/" + e.name()));
        if (minutes.isEmpty()) {
          found.add(hr);
        }
      }
    }
    found.removeIf(
        d -> PartitionId.ofDirectory(d.substring(area.directory().length() + 1)).isEmpty());
    return found;
  }

  private List<LandingFileSystem.Entry> directories(String directory) throws IOException {
    return files.list(directory).stream().filter(LandingFileSystem.Entry::directory).toList();
  }

  private LandingState rebuilt(
      LandingState sound,
      SortedMap<PartitionId, PartitionRecord> settled,
      Supplier<LogEntry.Created> created) {
    LogEntry.Created root = sound.created().orElseGet(created);
    SortedSet<PartitionId> closed = new TreeSet<>(settled.keySet());
    Optional<PartitionId> through = Optional.empty();
    if (!closed.isEmpty()) {
      PartitionId next = closed.first();
      while (closed.remove(next)) {
        next = next.next(root.granularity());
      }
      through = Optional.of(next);
    }
    SortedMap<String, LandingState.Topic> topics = new TreeMap<>(sound.topics());
    return new LandingState(
        sound.version(),
        sound.lastId(),
        Optional.of(root),
        topics,
        sources(sound, settled, topics),
        Optional.empty(),
        sound.watermark(),
        through,
        closed,
        asked(settled),
        Optional.empty());
  }

  /** What stands in {@code final} may be of a revision that no record names. */
  private SortedMap<PartitionId, PartitionState> asked(
      SortedMap<PartitionId, PartitionRecord> settled) {
    SortedMap<PartitionId, PartitionState> asked = new TreeMap<>();
    settled.forEach(
        (id, record) -> {
          if (!isPublished(id, record.state())) {
            asked.put(
                id,
                PartitionState.returned(id)
                    .withBase(record.base())
                    .requested(Optional.of("the log was repaired")));
          }
        });
    return asked;
  }

  private boolean isPublished(PartitionId id, PartitionState recorded) {
    String path = LandingZone.published(id) + "/" + Manifest.FILE_NAME;
    try {
      String manifest = new String(files.read(path), UTF_8);
      return recorded.publication().filter(p -> manifest.contains(p.attempt())).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  /** What the records name is landed; what nothing names any more is read again. */
  private SortedMap<TopicPartition, SourceState> sources(
      LandingState sound,
      SortedMap<PartitionId, PartitionRecord> settled,
      SortedMap<String, LandingState.Topic> topics) {
    Map<TopicPartition, OffsetSet> named = new HashMap<>();
    for (PartitionRecord record : settled.values()) {
      for (Generation g : record.state().generations().values()) {
        for (LandedFile file : records.manifest(g).files()) {
          OffsetSet set = named.computeIfAbsent(file.source(), s -> new OffsetSet());
          file.offsets().forEach(set::add);
          topics.computeIfAbsent(
              file.source().topicId(), t -> new LandingState.Topic(topicOf(file), false));
        }
      }
    }
    Map<TopicPartition, Long> again = leastUnnamed(sound, settled);
    SortedMap<TopicPartition, SourceState> sources = new TreeMap<>();
    SortedSet<TopicPartition> all = new TreeSet<>(named.keySet());
    all.addAll(sound.sources().keySet());
    for (TopicPartition source : all) {
      sources.put(
          source,
          source(
              sound.sources().get(source),
              named.getOrDefault(source, new OffsetSet()),
              again.get(source)));
    }
    return sources;
  }

  /** By topic-partition, the least offset in files that the sound state knows and no record has. */
  private static Map<TopicPartition, Long> leastUnnamed(
      LandingState sound, SortedMap<PartitionId, PartitionRecord> settled) {
    Map<TopicPartition, Long> least = new HashMap<>();
    for (PartitionState p : sound.partitions().values()) {
      for (Generation g : p.generations().values()) {
        GenerationId id = g.id();
        boolean recorded =
            settled.containsKey(p.id())
                && settled.get(p.id()).state().generations().containsKey(id.number());
        if (!recorded) {
          g.files().forEach(f -> least.merge(f.source(), f.offsets().get(0).from(), Math::min));
        }
      }
    }
    return least;
  }

  private static SourceState source(SourceState sound, OffsetSet named, Long again) {
    List<OffsetRange> ranges = named.ranges();
    long start = sound != null ? sound.start() : ranges.get(0).from();
    long landed = sound != null ? sound.landed() : start;
    if (again != null) {
      landed = Math.min(landed, again);
    }
    long rows = 0;
    List<OffsetRange> ahead = new ArrayList<>();
    for (OffsetRange range : ranges) {
      if (range.from() <= landed) {
        landed = Math.max(landed, range.until());
        rows += range.length();
      } else {
        ahead.add(range);
      }
    }
    return new SourceState(
        start,
        landed,
        ahead,
        sound == null ? landed : Math.max(landed, sound.end()),
        rows,
        0,
        0,
        sound == null ? Optional.empty() : sound.maxTime());
  }

  /** A file is named topic-partition-offset-attempt, and an attempt is a UUID with four dashes. */
  private static String topicOf(LandedFile file) {
    String end = "-" + file.source().partition() + "-" + file.offsets().get(0).from() + "-";
    int at = file.name().lastIndexOf(end);
    return at < 0 ? file.source().topicId() : file.name().substring(0, at);
  }

  private static LandingState at(LandingState s, long version) {
    return new LandingState(
        version,
        Optional.of(UUID.randomUUID().toString()),
        s.created(),
        s.topics(),
        s.sources(),
        s.pending(),
        s.watermark(),
        s.closedThrough(),
        s.closedAhead(),
        s.partitions(),
        s.ingest());
  }
}
