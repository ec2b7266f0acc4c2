package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import java.util.Optional;

/**
 * Why a partition stands where it does: the one thing that it waits for now.
 *
 * @param waitsFor a sentence
 * @param advice what a person can do, if anything
 */
public record Explanation(PartitionId partition, String waitsFor, Optional<String> advice) {
  static Explanation of(PartitionId partition, String waitsFor) {
    return new Explanation(partition, waitsFor, Optional.empty());
  }

  static Explanation of(PartitionId partition, String waitsFor, String advice) {
    return new Explanation(partition, waitsFor, Optional.of(advice));
  }

  /** The same; its commands name the dataset, where there are several. */
  Explanation advising(DatasetConfig dataset) {
    return new Explanation(partition, dataset.advise(waitsFor), advice.map(dataset::advise));
  }
}
