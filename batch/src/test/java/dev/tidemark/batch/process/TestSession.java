package dev.tidemark.batch.process;

import org.apache.spark.sql.SparkSession;

/** One context for every integration test of a JVM; it is as plain as a user's may be. */
final class TestSession {
  private TestSession() {}

  static SparkSession get() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("tidemark-batch-test")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.session.timeZone", "America/New_York")
        .config("spark.sql.parquet.outputTimestampType", "INT96")
        .getOrCreate();
  }
}
