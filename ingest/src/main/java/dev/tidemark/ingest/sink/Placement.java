package dev.tidemark.ingest.sink;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.EventTimeConfig;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Decides by which time a record lands: by its own or, where the dataset says so, by the one inside
 * the event. One for each attempt of a task.
 */
final class Placement {
  private final Granularity granularity;
  private final EventTimeConfig eventTime;
  private final EventTimeReader reader;
  private final TimeBounds bounds;
  private final Set<PartitionId> opened = new HashSet<>();
  private long unreadable;
  private long outOfBounds;
  private long overCap;

  private Placement(Granularity granularity, EventTimeConfig eventTime, Clock clock) {
    this.granularity = granularity;
    this.eventTime = eventTime;
    this.reader = new EventTimeReader(eventTime.path());
    this.bounds = new TimeBounds(clock, eventTime.pastBound(), eventTime.futureBound());
  }

  /** What a dataset says; empty if it is partitioned by the times of records. */
  static Optional<Placement> of(WriterSettings settings, Clock clock) {
    return Optional.ofNullable(settings.eventTime())
        .map(time -> new Placement(settings.granularity(), time, clock));
  }

  /**
   * The time by which a record lands, in milliseconds since the epoch.
   *
   * @param recordTime its own time, or the moment of landing if that cannot be used
   */
  long timeOf(ByteBuffer value, long recordTime) {
    Optional<Instant> found = reader.in(value);
    if (found.isEmpty()) {
      unreadable++;
      return recordTime;
    }
    long time = found.get().toEpochMilli();
    if (!bounds.isUsable(time)) {
      outOfBounds++;
      return recordTime;
    }
    return opens(PartitionId.of(found.get(), granularity)) ? time : bounds.now().toEpochMilli();
  }

  private boolean opens(PartitionId partition) {
    if (opened.size() >= eventTime.maxPartitions() && !opened.contains(partition)) {
      overCap++;
      return false;
    }
    opened.add(partition);
    return true;
  }

  EventTimeCounts counts() {
    return new EventTimeCounts(unreadable, outOfBounds, overCap);
  }
}
