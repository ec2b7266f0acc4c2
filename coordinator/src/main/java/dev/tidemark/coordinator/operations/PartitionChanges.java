package dev.tidemark.coordinator.operations;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.tidemark.landing.PartitionId;
import java.util.List;

/**
 * Partitions, each with the log's version up to which it is told.
 *
 * @param version who asks next for what changed since then misses nothing
 * @param newest of the log; where it is greater, there is more to ask for
 */
public record PartitionChanges(long version, long newest, List<Change> partitions) {
  public PartitionChanges {
    partitions = List.copyOf(partitions);
  }

  /** Whether there are entries that were not looked through. */
  boolean isCutShort() {
    return version < newest;
  }

  /**
   * One of them.
   *
   * @param version of the last entry about it where changes were asked for, otherwise the newest of
   *     all; who asks next for what changed since the greatest of them misses nothing either
   */
  public record Change(@JsonUnwrapped PartitionSummary summary, long version) {
    public PartitionId partition() {
      return summary.partition();
    }
  }
}
