package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import java.util.List;

/**
 * What a request to process a range again would do.
 *
 * @param partitions that get a new revision
 * @param passedOver published ones whose archived files have expired
 */
public record ReprocessPlan(List<PartitionSummary> partitions, List<PartitionId> passedOver) {
  public ReprocessPlan {
    partitions = List.copyOf(partitions);
    passedOver = List.copyOf(passedOver);
  }

  public long landedRows() {
    return partitions.stream().mapToLong(PartitionSummary::landed).sum();
  }
}
