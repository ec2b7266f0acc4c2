package dev.tidemark.standalone.chaos;

import java.time.Duration;

/**
 * A fault of a script.
 *
 * @param at since the script's beginning
 * @param lasting from when it is there until it is healed
 * @param variant decides whatever the kind leaves open: which of two processes, how far a clock is
 *     set; not negative
 */
record ScriptedFault(FaultKind kind, Duration at, Duration lasting, int variant) {
  Duration healed() {
    return at.plus(lasting);
  }
}
