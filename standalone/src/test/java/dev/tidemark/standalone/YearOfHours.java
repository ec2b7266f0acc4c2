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
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** A root whose log says that each hour of some days was carried through, but for a few. */
final class YearOfHours {
  private static final TopicPartition SOURCE = new TopicPartition("id", 0);
  private static final int ROWS = 1000;
  private static final int HOURS_OF_DAY = 24;
  private static final String RUN = "run";

  private final Journal journal;
  private final Instant now;
  private long offset;

  private YearOfHours(LandingFileSystem files, Clock clock) {
    now = clock.instant();
    journal = Journal.of(files, clock, "test", new Journal.Upkeep(500, Duration.ofDays(7)));
  }

  static void write(LandingFileSystem files, Clock clock, int days) {
    new YearOfHours(files, clock).write(days);
  }

  private void write(int days) {
    Roots.createOrCheck(journal, "events", Granularity.HOUR, "cluster");
    append(new LogEntry.TopicAdded("events", SOURCE.topicId(), new TreeMap<>()));
    append(new LogEntry.IngestClaim(RUN, Duration.ofDays(9)));
    Instant end = now.truncatedTo(ChronoUnit.HOURS);
    int hours = 0;
    for (Instant day = end.minus(days, ChronoUnit.DAYS);
        day.isBefore(end);
        day = day.plus(1, ChronoUnit.DAYS)) {
      for (GenerationId generation : lands(day, HOURS_OF_DAY)) {
        hours++;
        if (hours % 997 == 0) {
          append(new LogEntry.Held(generation.partition(), "a person looks at it"));
        } else {
          carryThrough(generation);
        }
      }
    }
    lands(end, 1);
  }

  /** One micro-batch with events of so many hours. */
  private List<GenerationId> lands(Instant from, int hours) {
    long begin = offset;
    List<LandedFile> files = new ArrayList<>();
    for (int i = 0; i < hours; i++) {
      PartitionId id = PartitionId.of(from.plus(i, ChronoUnit.HOURS), Granularity.HOUR);
      files.add(
          new LandedFile(
              offset + ".json",
              new GenerationId(id, 0),
              ROWS,
              ROWS * 100L,
              SOURCE,
              List.of(new OffsetRange(offset, offset + ROWS)),
              Optional.empty(),
              Optional.empty()));
      offset += ROWS;
    }
    LogEntry.Span span =
        new LogEntry.Span(SOURCE, begin, offset, offset - begin, 0, 0, Optional.empty());
    long land =
        append(new LogEntry.Land(RUN, begin, List.of(span), files, Optional.empty(), Map.of()));
    append(new LogEntry.Landed(land));
    return files.stream().map(LandedFile::generation).toList();
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
