package dev.tidemark.coordinator.simulation;

/** The actor is dead: it does nothing more, whatever catches this. */
final class Crashed extends Error {
  private static final long serialVersionUID = 1L;

  Crashed() {
    super("crashed", null, false, false);
  }
}
