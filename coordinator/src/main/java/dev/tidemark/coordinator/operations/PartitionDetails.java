package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.log.PartitionState;
import java.util.List;

/**
 * Everything about one partition.
 *
 * @param state as the landing log has it
 */
public record PartitionDetails(
    PartitionSummary summary, PartitionState state, List<GenerationDetails> generations) {
  public PartitionDetails {
    generations = List.copyOf(generations);
  }
}
