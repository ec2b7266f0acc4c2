package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import java.util.List;
import java.util.Optional;

/**
 * Some partitions, in order.
 *
 * @param next the newest one before them that is left out
 */
public record PartitionPage(List<PartitionSummary> partitions, Optional<PartitionId> next) {
  public PartitionPage {
    partitions = List.copyOf(partitions);
  }
}
