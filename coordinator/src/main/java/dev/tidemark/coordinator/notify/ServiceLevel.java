package dev.tidemark.coordinator.notify;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.PartitionRecords;
import dev.tidemark.landing.log.PartitionState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When the partitions of a dataset are to be published, and whether one is. */
final class ServiceLevel {
  private final DatasetConfig dataset;
  private final Duration within;
  private final PartitionRecords records;

  ServiceLevel(DatasetConfig dataset, Duration within, PartitionRecords records) {
    this.dataset = dataset;
    this.within = within;
    this.records = records;
  }

  /** The first partition whose time is not up yet. */
  PartitionId first(Instant now) {
    return PartitionId.of(now.minus(within), dataset.granularity());
  }

  PartitionId after(PartitionId id) {
    return id.next(dataset.granularity());
  }

  Instant deadline(PartitionId id) {
    return id.end(dataset.granularity()).plus(within);
  }

  /**
   * Whether a partition has no revision, as of a state: it is on its way, or nothing landed in it.
   * Not one that lies before the first that ever landed, of which nothing was promised; nor one
   * that was skipped, which has none because none was wanted.
   */
  boolean isUnpublished(LandingState state, PartitionId id) {
    Optional<PartitionState> known = records.find(state, id);
    return known.isPresent()
        ? known.get().publication().isEmpty() && known.get().skipped().isEmpty()
        : !state.isClosed(id) && hasBegun(state, id);
  }

  private static boolean hasBegun(LandingState state, PartitionId id) {
    return state.closedThrough().isPresent() || !state.partitions().headMap(id).isEmpty();
  }
}
