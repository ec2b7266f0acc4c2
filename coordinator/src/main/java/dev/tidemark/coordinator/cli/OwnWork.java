package dev.tidemark.coordinator.cli;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.coordinator.Coordinator;
import dev.tidemark.coordinator.action.Engines;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.Problems;
import java.util.function.Predicate;

/** A coordinator of this process, for some partitions. */
final class OwnWork implements AutoCloseable {
  private final Processing processing;
  private final Coordinator coordinator;

  OwnWork(Opened opened, Predicate<PartitionId> mine) {
    Problems problems = new Problems();
    BatchConfig batch = BatchConfig.read(opened.file().root(problems));
    CoordinatorConfig config =
        CoordinatorConfig.readFor(opened.dataset().name(), opened.file().root(problems));
    problems.throwIfAny();
    processing = Engines.start(opened.dataset(), opened.files(), batch, config);
    coordinator =
        Coordinator.wire(
            opened.dataset(),
            config,
            opened.journal(),
            opened.files(),
            processing,
            opened.clock(),
            mine);
  }

  void tick() {
    coordinator.tick();
  }

  @Override
  public void close() {
    coordinator.close();
    processing.close();
  }
}
