package dev.tidemark.bench.landing;

import org.apache.spark.sql.SparkSession;

/** Spark in this process, as {@code tidemark ingest} starts it where there is no spark-submit. */
final class Sessions {
  private Sessions() {}

  static SparkSession local(Task task) {
    SparkSession.Builder builder =
        SparkSession.builder()
            .appName("tidemark-bench")
            .master("local[2]")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.ui.enabled", "false")
            .config("spark.local.dir", task.scratch().toString());
    task.hadoop()
        .getPropsWithPrefix("")
        .forEach(
            (key, value) -> {
              if (key.startsWith("dfs.") || key.equals("fs.defaultFS")) {
                builder.config("spark.hadoop." + key, value);
              }
            });
    return builder.getOrCreate();
  }
}
