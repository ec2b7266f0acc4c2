package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;

/**
 * How many lines could not be processed for one reason.
 *
 * @param partitions that have such lines; the {@code first} and the {@code last} of them
 */
public record QuarantineReason(
    String reason, long rows, int partitions, PartitionId first, PartitionId last) {

  QuarantineReason and(QuarantineReason later) {
    return new QuarantineReason(
        reason, rows + later.rows, partitions + later.partitions, first, later.last);
  }
}
