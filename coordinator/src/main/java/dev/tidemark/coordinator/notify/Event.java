package dev.tidemark.coordinator.notify;

import dev.tidemark.coordinator.config.EventType;
import dev.tidemark.landing.PartitionId;
import java.util.Optional;

/**
 * What a target is told.
 *
 * @param id the same whenever it is told again, and of nothing else in the dataset's life
 * @param revision the one it is about, or the one that readers see; absent if there is none
 * @param path where the partition is published
 * @param json all of it, as it is sent
 */
record Event(
    EventType type,
    String id,
    String dataset,
    Optional<PartitionId> partition,
    Optional<Integer> revision,
    Optional<String> path,
    String json) {

  @Override
  public String toString() {
    return type + partition.map(p -> " " + p).orElse("") + " (" + id + ")";
  }
}
