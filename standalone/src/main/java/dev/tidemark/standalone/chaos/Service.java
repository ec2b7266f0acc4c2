package dev.tidemark.standalone.chaos;

/** What a pipeline does for others, by which it is seen that it has recovered. */
enum Service {
  /** A request that was begun afterwards was answered with 2xx. */
  ACCEPTING,
  /** Ingest has written to the landing log again: a micro-batch, or that there is nothing. */
  LANDING,
  /** The coordinator says that it does its work. */
  COORDINATING,
  /** Nothing: it takes no service away. */
  NONE
}
