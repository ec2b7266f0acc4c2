package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import java.util.List;
import java.util.function.Predicate;

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

  /**
   * Of a range: what is published, and has its archived files.
   *
   * @param lacksFiles whether archived files of a partition were removed; asked of expired ones
   */
  public static ReprocessPlan of(List<PartitionSummary> range, Predicate<PartitionId> lacksFiles) {
    List<PartitionSummary> published = range.stream().filter(p -> p.revision() > 0).toList();
    List<PartitionId> expired =
        published.stream()
            .filter(p -> p.standing() == PartitionSummary.Standing.EXPIRED)
            .map(PartitionSummary::partition)
            .filter(lacksFiles)
            .toList();
    return new ReprocessPlan(
        published.stream().filter(p -> !expired.contains(p.partition())).toList(), expired);
  }

  public long landedRows() {
    return partitions.stream().mapToLong(PartitionSummary::landed).sum();
  }
}
