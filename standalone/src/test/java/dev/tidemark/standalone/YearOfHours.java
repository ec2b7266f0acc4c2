package dev.tidemark.standalone;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Roots;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** A root whose log says that each hour of some days was carried through, but for a few. */
final class YearOfHours {
  private static final TopicPartition SOURCE = new TopicPartition("id", 0);
  private static final int ROWS = 1000;
  private static final String RUN = "run";

  private final Journal journal;
  private final Instant now;
  private long offset;

  private YearOfHours(LandingFileSystem files, Clock clock) {
    now = clock.instant();
    journal =
        Journal.of(files, clock, "test", new Journal.Upkeep(500, java.time.Duration.ofDays(7)));
  }

  static void write(LandingFileSystem files, Clock clock, int days) {
    new YearOfHours(files, clock).write(days);
  }

  private void write(int days) {
    Roots.createOrCheck(journal, "events", Granularity.HOUR, "cluster");
    append(new LogEntry.TopicAdded("events", SOURCE.topicId(), new TreeMap<>()));
    append(new LogEntry.IngestClaim(RUN, java.time.Duration.ofDays(9)));
    Instant end = now.truncatedTo(ChronoUnit.HOURS);
    Instant hour = end.minus(days, ChronoUnit.DAYS);
    for (int i = 0; hour.isBefore(end); i++, hour = hour.plus(1, ChronoUnit.HOURS)) {
      PartitionId id = PartitionId.of(hour, Granularity.HOUR);
      GenerationId generation = lands(id);
      if (i % 997 == 996) {
        append(new LogEntry.Held(id, "a person looks at it"));
        continue;
      }
      carryThrough(generation);
    }
    lands(PartitionId.of(end, Granularity.HOUR));
  }

  private GenerationId lands(PartitionId id) {
    GenerationId generation = new GenerationId(id, 0);
    long until = offset + ROWS;
    LandedFile file =
        new LandedFile(
            offset + ".json",
            generation,
            ROWS,
            ROWS * 100L,
            SOURCE,
            List.of(new OffsetRange(offset, until)),
            Optional.empty(),
            Optional.empty());
    LogEntry.Span span = new LogEntry.Span(SOURCE, offset, until, ROWS, 0, 0, Optional.empty());
    long land =
        append(
            new LogEntry.Land(
                RUN, offset, List.of(span), List.of(file), Optional.empty(), Map.of()));
    append(new LogEntry.Landed(land));
    offset = until;
    return generation;
  }

  private void carryThrough(GenerationId generation) {
    PartitionId id = generation.partition();
    journal.append(
        state -> {
          Manifest manifest =
              state.partition(id).orElseThrow().generations().get(generation.number()).manifest();
          return Optional.of(
              LogEntry.Close.of(
                  manifest, LogEntry.CloseReason.WATERMARK, Optional.empty(), Optional.empty()));
        });
    append(new LogEntry.Staged(generation));
    long publish =
        append(
            new LogEntry.Publish(
                id,
                new TreeSet<>(List.of(generation.number())),
                "attempt-" + id,
                journal.refresh().version(),
                new LogEntry.Counts(ROWS, ROWS, 0, 0),
                "config"));
    append(new LogEntry.Published(id, publish));
    append(new LogEntry.Archived(generation));
  }

  private long append(LogEntry entry) {
    return journal.append(state -> Optional.of(entry)).orElseThrow().version();
  }
}
