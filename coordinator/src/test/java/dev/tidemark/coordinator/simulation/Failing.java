package dev.tidemark.coordinator.simulation;

/**
 * A schedule with which something is lost, repeated or stuck.
 *
 * @param replay how to run it again
 */
record Failing(String replay, Outcome outcome) {
  @Override
  public String toString() {
    return outcome.violation().orElse("")
        + "\n\nRun it again with: "
        + replay
        + "\n\n"
        + outcome.trace();
  }
}
