package dev.tidemark.bench.control;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Hours that landed, were published and archived: every entry that they would have left in the log,
 * and every record. The directories that the moves would have made are not there; nothing that is
 * measured looks at them.
 */
final class History {
  static final TopicPartition SOURCE = new TopicPartition("kZ0pQ2bWQ3y7rVx1tA9uCg", 0);
  private static final int HOURS_AT_ONCE = 24;
  private static final int ROWS = 1_000;

  private final Journal journal;
  private final int filesAnHour;

  History(Journal journal, int filesAnHour) {
    this.journal = journal;
    this.filesAnHour = filesAnHour;
  }

  /** Writes so many hours, and returns the one after the last. */
  PartitionId write(PartitionId first, int hours) {
    PartitionId next = first;
    for (int done = 0; done < hours; done += HOURS_AT_ONCE) {
      List<PartitionId> landed = new ArrayList<>();
      for (int i = 0; i < Math.min(HOURS_AT_ONCE, hours - done); i++) {
        landed.add(next);
        next = next.next(Granularity.HOUR);
      }
      land(landed);
      landed.forEach(this::carry);
    }
    return next;
  }

  private void land(List<PartitionId> hours) {
    long from = journal.refresh().landed(SOURCE);
    long until = from + (long) hours.size() * filesAnHour * ROWS;
    List<LandedFile> files = new ArrayList<>();
    for (PartitionId hour : hours) {
      for (int i = 0; i < filesAnHour; i++) {
        files.add(file(hour, from + (long) files.size() * ROWS));
      }
    }
    LogEntry.Span span =
        new LogEntry.Span(
            SOURCE, from, until, until - from, 0, 0, Optional.of(hours.get(0).start()));
    long version =
        append(
            new LogEntry.Land(
                "run", from, List.of(span), files, Optional.of(hours.get(0).start()), Map.of()));
    append(new LogEntry.Landed(version));
  }

  private static LandedFile file(PartitionId hour, long offset) {
    Instant time = hour.start().plusSeconds(60);
    return new LandedFile(
        "events-0-" + offset + "-" + UUID.randomUUID() + ".json",
        new GenerationId(hour, 0),
        ROWS,
        400_000,
        SOURCE,
        List.of(new OffsetRange(offset, offset + ROWS)),
        Optional.of(time),
        Optional.of(time.plusSeconds(60)));
  }

  private void carry(PartitionId hour) {
    GenerationId id = new GenerationId(hour, 0);
    Generation open = journal.refresh().partition(hour).orElseThrow().generations().get(0L);
    Manifest manifest = open.manifest();
    append(
        LogEntry.Close.of(
            manifest, LogEntry.CloseReason.WATERMARK, Optional.empty(), Optional.empty()));
    append(new LogEntry.Staged(id));
    long publish =
        append(
            new LogEntry.Publish(
                hour,
                new TreeSet<>(List.of(0L)),
                UUID.randomUUID().toString(),
                journal.refresh().version(),
                new LogEntry.Counts(manifest.rows(), manifest.rows(), 0, 0),
                "lines"));
    append(new LogEntry.Published(hour, publish));
    append(new LogEntry.Archived(id));
  }

  private long append(LogEntry entry) {
    return journal.append(state -> Optional.of(entry)).orElseThrow().version();
  }
}
