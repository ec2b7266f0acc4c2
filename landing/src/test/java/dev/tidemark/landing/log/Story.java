package dev.tidemark.landing.log;

import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;

/** Tells a log entry by entry, for tests of the fold. */
final class Story {
  static final TopicPartition P0 = new TopicPartition("id-0", 0);

  private LandingState state = LandingState.EMPTY;

  static Story begun() {
    return new Story()
        .says(new LogEntry.Created(1, "events", "root", Granularity.HOUR, "cluster"))
        .says(new LogEntry.TopicAdded("events", "id-0", new TreeMap<>()))
        .says(new LogEntry.IngestClaim("run", Duration.ofMinutes(1)));
  }

  Story says(LogEntry entry) {
    state =
        state.apply(
            new LogRecord(
                state.version() + 1,
                "id",
                state.lastId(),
                Instant.parse("2026-08-22T00:00:00Z").plusSeconds(state.version() + 1),
                "test",
                entry));
    return this;
  }

  LandingState state() {
    return state;
  }

  PartitionState partition(String id) {
    return state.partition(PartitionId.parse(id)).orElseThrow();
  }

  /** One row of the partition, landed where it goes now. */
  Story intends(String partition) {
    long offset = state.landed(P0);
    GenerationId generation = state.landingGeneration(PartitionId.parse(partition));
    LandedFile file =
        new LandedFile(
            "f" + offset,
            generation,
            1,
            5,
            P0,
            List.of(new OffsetRange(offset, offset + 1)),
            Optional.empty(),
            Optional.empty());
    return says(land(offset, List.of(file)));
  }

  static LogEntry.Land land(long offset, List<LandedFile> files) {
    return new LogEntry.Land(
        "run",
        offset,
        List.of(new LogEntry.Span(P0, offset, offset + 1, files.size(), 0, 0, Optional.empty())),
        files,
        Optional.empty(),
        Map.of());
  }

  Story lands(String... partitions) {
    for (String partition : partitions) {
      intends(partition);
      says(new LogEntry.Landed(state.version()));
    }
    return this;
  }

  Story closes(String... partitions) {
    for (String id : partitions) {
      PartitionId partition = PartitionId.parse(id);
      GenerationId generation =
          state
              .partition(partition)
              .flatMap(PartitionState::open)
              .map(Generation::id)
              .orElse(new GenerationId(partition, 0));
      says(closeOf(generation, Optional.empty()));
    }
    return this;
  }

  /** Closes partitions in which nothing landed, and publishes nothing of them. */
  Story skips(String... partitions) {
    for (String id : partitions) {
      says(
          LogEntry.Close.of(
              new Manifest(new GenerationId(PartitionId.parse(id), 0), List.of()),
              LogEntry.CloseReason.WATERMARK,
              Optional.empty(),
              Optional.empty(),
              EmptyHours.SKIP));
    }
    return this;
  }

  LogEntry.Close closeOf(GenerationId generation, Optional<LogEntry.Base> base) {
    Manifest manifest =
        state
            .partition(generation.partition())
            .flatMap(p -> Optional.ofNullable(p.generations().get(generation.number())))
            .map(Generation::manifest)
            .orElse(new Manifest(generation, List.of()));
    return LogEntry.Close.of(manifest, LogEntry.CloseReason.FORCED, base, Optional.empty());
  }

  Story stages(String id, long generation) {
    return says(new LogEntry.Staged(new GenerationId(PartitionId.parse(id), generation)));
  }

  Story archives(String id, long generation) {
    return says(new LogEntry.Archived(new GenerationId(PartitionId.parse(id), generation)));
  }

  Story publishes(String id, Long... generations) {
    says(publishOf(id, "attempt", state.version(), generations));
    return says(new LogEntry.Published(PartitionId.parse(id), state.version()));
  }

  static LogEntry.Publish publishOf(String id, String attempt, long started, Long... generations) {
    long rows = LongStream.of(generations.length).sum();
    return new LogEntry.Publish(
        PartitionId.parse(id),
        new TreeSet<>(List.of(generations)),
        attempt,
        started,
        new LogEntry.Counts(rows, rows, 0, 0),
        "config");
  }

  /** Closes and carries a partition's generation 0 all the way. */
  Story carries(String... partitions) {
    for (String id : partitions) {
      closes(id);
      if (partition(id).generations().get(0L).files().isEmpty()) {
        publishes(id, 0L);
      } else {
        stages(id, 0).publishes(id, 0L).archives(id, 0);
      }
    }
    return this;
  }
}
