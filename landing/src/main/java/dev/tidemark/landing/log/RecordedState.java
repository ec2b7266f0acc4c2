package dev.tidemark.landing.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.OffsetSet;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The state of a log as far as the records of partitions tell it: what they name is landed, and
 * everything else is to be read again.
 */
final class RecordedState {
  private final LandingFileSystem files;
  private final PartitionRecords records;
  private final SortedMap<PartitionId, PartitionRecord> settled;
  private final LandingState sound;

  /**
   * The records, and what can still be read of the log.
   *
   * @param sound the state at the last version that can be read
   */
  RecordedState(
      LandingFileSystem files,
      PartitionRecords records,
      SortedMap<PartitionId, PartitionRecord> settled,
      LandingState sound) {
    this.files = files;
    this.records = records;
    this.settled = settled;
    this.sound = sound;
  }

  /**
   * Puts the state together.
   *
   * @param created what the root is; used only if the log does not say it any more
   */
  LandingState rebuild(Supplier<LogEntry.Created> created) {
    LogEntry.Created root = sound.created().orElseGet(created);
    SortedSet<PartitionId> closed = new TreeSet<>(settled.keySet());
    Optional<PartitionId> through = Optional.empty();
    if (!closed.isEmpty()) {
      PartitionId next = firstAwaited();
      PartitionId first = next;
      closed.removeIf(id -> id.compareTo(first) < 0);
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
        sources(topics),
        Optional.empty(),
        sound.watermark(),
        through,
        closed,
        asked(),
        Optional.empty());
  }

  /** Those before it came late, and say nothing of the partitions between. */
  private PartitionId firstAwaited() {
    return settled.entrySet().stream()
        .filter(e -> e.getValue().state().wasAwaited())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(settled.firstKey());
  }

  /**
   * What stands in {@code final} may be of a revision that no record names. It is not asked for
   * where retention has removed it, or what it could be made of. What retention is removing goes
   * on.
   */
  private SortedMap<PartitionId, PartitionState> asked() {
    SortedMap<PartitionId, PartitionState> asked = new TreeMap<>();
    settled.forEach(
        (id, record) -> {
          Optional<Expiry> expiring =
              sound
                  .partition(id)
                  .filter(PartitionState::isExpiring)
                  .flatMap(PartitionState::expiry);
          if (expiring.isPresent()) {
            asked.put(id, PartitionState.returned(id).withBase(record.base()).expiring(expiring));
          } else if (record.state().canRestate()
              && !record.state().isSkipped()
              && !isPublished(id, record.state())) {
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
    Map<TopicPartition, Long> again = leastUnnamed();
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
  private Map<TopicPartition, Long> leastUnnamed() {
    Map<TopicPartition, Long> least = new HashMap<>();
    for (PartitionState p : sound.partitions().values()) {
      for (Generation g : p.generations().values()) {
        Set<String> recorded = recordedFiles(g.id());
        g.files().stream()
            .filter(f -> !recorded.contains(f.name()))
            .forEach(f -> least.merge(f.source(), f.offsets().get(0).from(), Math::min));
      }
    }
    return least;
  }

  /** Not whether it has the generation: one that skipped an hour lost the race to a file for it. */
  private Set<String> recordedFiles(GenerationId id) {
    return Optional.ofNullable(settled.get(id.partition()))
        .flatMap(r -> Optional.ofNullable(r.state().generations().get(id.number())))
        .map(g -> records.manifest(g).files())
        .orElse(List.of())
        .stream()
        .map(LandedFile::name)
        .collect(Collectors.toSet());
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
}
