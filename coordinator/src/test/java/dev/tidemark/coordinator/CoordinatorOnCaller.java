package dev.tidemark.coordinator;

import dev.tidemark.batch.process.Processing;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import java.time.Clock;

/** A coordinator without threads of its own: whoever ticks also processes. */
public final class CoordinatorOnCaller {
  private CoordinatorOnCaller() {}

  /**
   * Puts one together.
   *
   * @param rounds after which it begins nothing more; in each it takes a partition one step on
   */
  public static Coordinator wire(
      DatasetConfig dataset,
      CoordinatorConfig config,
      Journal journal,
      LandingFileSystem files,
      Processing processing,
      Clock clock,
      int rounds) {
    return Coordinator.wire(
        dataset, config, journal, files, processing, clock, id -> true, new CallerRuns(rounds));
  }
}
