package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.log.PartitionState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything about one partition.
 *
 * @param state as the landing log has it
 * @param quarantinedByReason rows of the published revision; absent where there are none, or where
 *     that cannot be read just now
 */
public record PartitionDetails(
    PartitionSummary summary,
    PartitionState state,
    List<GenerationDetails> generations,
    Optional<Map<String, Long>> quarantinedByReason) {
  public PartitionDetails {
    generations = List.copyOf(generations);
  }
}
