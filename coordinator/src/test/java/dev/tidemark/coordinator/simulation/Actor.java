package dev.tidemark.coordinator.simulation;

/** Somebody who works on the root. */
interface Actor {
  String name();

  /**
   * Works until nothing is left to do. After a crash it is called again, with another life, and
   * knows nothing.
   */
  void live(Life life);
}
