package dev.tidemark.coordinator.simulation;

/** The schedule is given up, and every actor ends. */
final class Abandoned extends Error {
  private static final long serialVersionUID = 1L;

  Abandoned() {
    super("abandoned", null, false, false);
  }
}
