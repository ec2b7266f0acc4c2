package dev.tidemark.coordinator.simulation;

import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.Journal.Upkeep;
import java.time.Duration;
import java.util.List;

/**
 * What a simulation begins with.
 *
 * @param root as it is at the start; each run works on a copy
 * @param perStep how much time an operation takes
 * @param skews by seat, how much an actor's clock is ahead
 * @param upkeep of the log, the same for every actor
 */
record Scenario(
    String name,
    MemoryFileSystem root,
    Kafka kafka,
    DatasetConfig dataset,
    CoordinatorConfig config,
    List<Actor> actors,
    Duration perStep,
    List<Duration> skews,
    Upkeep upkeep,
    Parts parts) {

  Scenario with(Parts other) {
    return new Scenario(name, root, kafka, dataset, config, actors, perStep, skews, upkeep, other);
  }

  /** Whether no log is so long that a checkpoint is due. */
  boolean isWithoutCheckpoints() {
    return upkeep.equals(Upkeep.DEFAULT);
  }

  /** Whether nothing depends on when an operation is done, but only on what was done before it. */
  boolean isTimeless() {
    return perStep.isZero();
  }

  @Override
  public String toString() {
    return name;
  }
}
