package dev.tidemark.ingest.sink;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Which record times can be used: those that are not too far from the clock. It is read when a time
 * lies outside the bounds of its last reading, so what is refused, and the time that stands in for
 * it, are by the clock as it is now; and else once in so many times.
 */
final class TimeBounds {
  private static final int TIMES_TO_A_READING = 1024;

  private final Clock clock;
  private final Duration past;
  private final Duration future;
  private int left;
  private Instant now = Instant.MIN;
  private long least;
  private long greatest;

  TimeBounds(Clock clock, Duration past, Duration future) {
    this.clock = clock;
    this.past = past;
    this.future = future;
  }

  /** Whether a time in milliseconds since the epoch can be used. */
  boolean isUsable(long time) {
    if (left-- <= 0 || !isWithin(time)) {
      read();
    }
    return isWithin(time);
  }

  /** The clock; of this moment if {@link #isUsable} has just said no. */
  Instant now() {
    return now;
  }

  private boolean isWithin(long time) {
    return time >= least && time <= greatest;
  }

  private void read() {
    left = TIMES_TO_A_READING;
    now = clock.instant();
    least = now.minus(past).toEpochMilli();
    greatest = now.plus(future).toEpochMilli();
  }
}
