package dev.tidemark.coordinator.simulation;

/** What becomes of one operation on the file system. */
enum Effect {
  DONE,
  /** The actor is dead before it; a file that was being closed is torn. */
  CRASH,
  /** It is done and yet reported as failed. */
  LOST_REPLY,
  /** It fails and nothing was done; a file that was being closed is torn. */
  FAILURE,
  /** It is reported as failed, and done at some later time. */
  LATE
}
