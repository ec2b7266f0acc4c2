package dev.tidemark.coordinator.simulation;

import java.util.function.LongSupplier;

/**
 * Everything that is left open in a schedule. Seats are numbered from 0, sets of them are bit
 * masks, steps are operations on the file system, counted from 0 over all actors.
 */
interface Plan {
  /**
   * Who does the next operation while one could go on: it, or one of the others.
   *
   * @param next what the one that runs would do
   */
  int preempt(int step, int running, Access next, int others);

  /** Who does the next operation now that the last actor ended or crashed: one of the waiting. */
  int succeed(int step, int last, int waiting);

  /**
   * What becomes of an operation.
   *
   * @param crashed the state that a crash would lead to; only for a search
   */
  Effect effect(int step, int seat, Access access, LongSupplier crashed);

  /** How many steps later an operation is done whose effect is {@link Effect#LATE}. */
  default int delay(int step) {
    return 0;
  }

  /** Whether the one whose turn it is may go on; if not, the schedule is given up. */
  default boolean admits(int seat) {
    return true;
  }

  /** An operation was done; what it changed is only told to a search. */
  default void done(int seat, Access access, boolean changed) {}

  /** Whether {@link #isWorthwhile} looks at the state; if not, none is kept. */
  default boolean isSearch() {
    return false;
  }

  /**
   * Whether the schedule is worth going on with. A search answers no when it was in this state
   * before.
   */
  default boolean isWorthwhile(int step, LongSupplier state) {
    return true;
  }
}
