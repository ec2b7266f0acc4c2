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

  /** Whether what it took away did not come back. */
  boolean isLasting() {
    return isMade() && (!healed || (kind.service() != Service.NONE && recovery.isEmpty()));
  }
}
