package dev.tidemark.ingest.sink;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.EventTimeConfig;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Decides in which partition a record lands: in that of its record time or, where the dataset says
 * so, of the time inside the event. One for each attempt of a task.
 */
final class Placement {
  private final Granularity granularity;
  private final EventTimeConfig eventTime;
  private final EventTimeReader reader;
  private final Set<PartitionId> opened = new HashSet<>();
  private long unreadable;
  private long outOfBounds;
  private long overCap;

  /**
   * A placement that has opened no partition yet.
   *
   * @param eventTime null for record times
   */
  Placement(Granularity granularity, EventTimeConfig eventTime) {
    this.granularity = granularity;
    this.eventTime = eventTime;
    this.reader = eventTime == null ? null : new EventTimeReader(eventTime.path());
  }

  /**
   * Where a record lands.
   *
   * @param recordTime the record's own time, or the moment of landing if that cannot be used
   * @param now the moment of landing
   */
  PartitionId of(byte[] value, Instant recordTime, Instant now) {
    return eventTime == null
        ? PartitionId.of(recordTime, granularity)
        : byEventTime(value, recordTime, now);
  }

  private PartitionId byEventTime(byte[] value, Instant recordTime, Instant now) {
    Optional<Instant> time = reader.in(value);
    if (time.isEmpty()) {
      unreadable++;
      return PartitionId.of(recordTime, granularity);
    }
    if (time.get().isBefore(now.minus(eventTime.pastBound()))
        || time.get().isAfter(now.plus(eventTime.futureBound()))) {
      outOfBounds++;
      return PartitionId.of(recordTime, granularity);
    }
    PartitionId partition = PartitionId.of(time.get(), granularity);
    if (opened.size() >= eventTime.maxPartitions() && !opened.contains(partition)) {
      overCap++;
      return PartitionId.of(now, granularity);
    }
    opened.add(partition);
    return partition;
  }

  EventTimeCounts counts() {
    return new EventTimeCounts(unreadable, outOfBounds, overCap);
  }
}
