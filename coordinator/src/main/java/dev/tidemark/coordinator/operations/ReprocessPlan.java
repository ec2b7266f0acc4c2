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
   * Of a range: what is published, and has its archived files. Of what was skipped, for nothing
   * landed in it, there is nothing to process.
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

  /**
   * Of one partition that was named: likewise, and if it was skipped it is published, empty as it
   * is.
   */
  public static ReprocessPlan ofNamed(
      List<PartitionSummary> named, Predicate<PartitionId> lacksFiles) {
    return named.stream().allMatch(p -> p.standing() == PartitionSummary.Standing.SKIPPED)
        ? new ReprocessPlan(named, List.of())
        : of(named, lacksFiles);
  }

  public long landedRows() {
    return partitions.stream().mapToLong(PartitionSummary::landed).sum();
  }
}
