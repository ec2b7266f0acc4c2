package dev.tidemark.coordinator.simulation;

import dev.tidemark.coordinator.Coordinator;
import dev.tidemark.coordinator.CoordinatorOnCaller;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.Journal;

/**
 * A coordinator: ticks until a tick changes nothing.
 *
 * @param rounds after which it stops; in each it takes a partition one step on
 */
record Carrier(String name, DatasetConfig dataset, CoordinatorConfig config, int rounds)
    implements Actor {
  /** Rounds of one that stops when nothing is left to do. */
  static final int ALL = Integer.MAX_VALUE;

  private static final int MOST_TICKS = 50;

  @Override
  public void live(Life life) {
    Journal journal = life.journal();
    try (Coordinator coordinator =
        CoordinatorOnCaller.wire(
            dataset,
            config,
            journal,
            life.files(),
            life.parts().processing(life.files()),
            life.clock(),
            rounds)) {
      long seen = -1;
      long version = journal.refresh().version();
      for (int tick = 0; tick < Math.min(rounds, MOST_TICKS) && version > seen; tick++) {
        seen = version;
        coordinator.tick();
        version = journal.refresh().version();
      }
    }
  }
}
