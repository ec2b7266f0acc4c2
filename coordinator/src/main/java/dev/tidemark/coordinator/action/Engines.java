package dev.tidemark.coordinator.action;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;

/** Makes the engine that the configuration names. */
public final class Engines {
  private Engines() {}

  /**
   * An engine that starts nothing before it is used; whoever has it closes it, after those who use
   * it.
   *
   * @param coordinator says how many applications there may be at once, where there are any
   */
  public static Processing start(
      DatasetConfig dataset,
      LandingFileSystem files,
      BatchConfig config,
      CoordinatorConfig coordinator) {
    return switch (config.engine()) {
      case EMBEDDED -> EmbeddedEngine.start("local[*]", dataset, files, config);
      case SPARK_SUBMIT ->
          SubmitEngine.start(
              dataset, files, config, coordinator, ApplicationLogs.inConfiguredDirectory());
    };
  }
}
