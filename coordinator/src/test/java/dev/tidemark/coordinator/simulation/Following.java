package dev.tidemark.coordinator.simulation;

import java.util.function.LongSupplier;

/** Follows a schedule. */
class Following implements Plan {
  private final Schedule schedule;

  Following(Schedule schedule) {
    this.schedule = schedule;
  }

  @Override
  public int preempt(int step, int running, Access next, int others) {
    return schedule.turn(step, running);
  }

  @Override
  public int succeed(int step, int last, int waiting) {
    return schedule.turn(step, plain(last, waiting));
  }

  /** The next seat after the last. */
  static int plain(int last, int waiting) {
    int later = waiting & (-1 << (last + 1));
    return Integer.numberOfTrailingZeros(later == 0 ? waiting : later);
  }

  @Override
  public Effect effect(int step, int seat, Access access, LongSupplier crashed) {
    return schedule.effect(step);
  }
}
