package dev.tidemark.batch.config;

/** Where processing runs. */
public enum Engine {
  /** In this process, in one Spark session that stays warm. */
  EMBEDDED,
  /** In Spark applications of their own, wherever {@code spark-submit} can send them. */
  SPARK_SUBMIT
}
