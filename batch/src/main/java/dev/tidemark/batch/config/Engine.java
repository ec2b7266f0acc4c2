package dev.tidemark.batch.config;

/** Where processing runs. */
public enum Engine {
  /** In this process, in one Spark session that stays warm. */
  EMBEDDED
}
