package dev.tidemark.standalone.chaos;

import java.time.Duration;
import java.util.Optional;

/**
 * What became of a scripted fault.
 *
 * @param notMade why it could not be made, if it could not
 * @param recovery from its healing until the service was there again; absent if it was not in time,
 *     and for a kind that takes no service away
 * @param healed whether it could be healed
 */
record Outcome(
    FaultKind kind, Optional<String> notMade, boolean healed, Optional<Duration> recovery) {
  boolean isMade() {
    return notMade.isEmpty();
  }

  /** What is wrong if it, or what it took away, did not end in time. */
  Optional<String> lasting() {
    if (!isMade()) {
      return Optional.empty();
    }
    if (!healed) {
      return Optional.of(kind + " could not be healed in time.");
    }
    return kind.service() != Service.NONE && recovery.isEmpty()
        ? Optional.of("After " + kind + " its service did not come back.")
        : Optional.empty();
  }
}
