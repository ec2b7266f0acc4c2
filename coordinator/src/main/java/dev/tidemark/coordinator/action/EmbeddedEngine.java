package dev.tidemark.coordinator.action;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.process.EventTypes;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.batch.process.SparkQuery;
import dev.tidemark.batch.process.SparkSettings;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.ShortWaits;
import dev.tidemark.landing.log.LandingState;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/** Processing in this process, with one Spark session that stays warm. */
public final class EmbeddedEngine {
  private EmbeddedEngine() {}

  /**
   * An engine whose session is begun at first use and stopped with it.
   *
   * @param master such as {@code local[*]}
   */
  public static Processing start(
      String master, DatasetConfig dataset, LandingFileSystem files, BatchConfig config) {
    return on(() -> session(master, config), dataset, files, config);
  }

  /** An engine on a session that others use too; closing the engine stops its context. */
  public static SparkProcessing on(
      Supplier<SparkSession> session,
      DatasetConfig dataset,
      LandingFileSystem files,
      BatchConfig config) {
    return new SparkProcessing(
        session, dataset.root(), files, EventTypes.load(config.eventTypesDir()), config);
  }

  /**
   * Answers SQL, in this process, over what is published.
   *
   * @param log the newest state of the dataset, asked for each time
   */
  public static SparkQuery query(
      String master,
      DatasetConfig dataset,
      LandingFileSystem files,
      BatchConfig config,
      Supplier<LandingState> log) {
    // Before Spark starts: a mistake in a declaration is told at once.
    EventTypes types = EventTypes.load(config.eventTypesDir());
    return new SparkQuery(
        session(master, config), dataset.root(), files, types, dataset.granularity(), config, log);
  }

  private static SparkSession session(String master, BatchConfig config) {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master(master)
            .appName("tidemark-process")
            .config("spark.ui.enabled", "false")
            // All of it is in this process; nobody else has to reach it.
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1");
    SparkSettings.of(config).forEach(builder::config);
    SparkSession session = builder.getOrCreate();
    ShortWaits.addTo(session.sparkContext().hadoopConfiguration());
    return session;
  }
}
