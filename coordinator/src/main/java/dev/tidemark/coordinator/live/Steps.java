package dev.tidemark.coordinator.live;

import java.time.Duration;
import java.time.Instant;

/**
 * A length of time in equal steps, of which the last ends now or a moment ago.
 *
 * @param from the beginning of the first
 */
record Steps(Instant from, Duration step, int count) {
  static final int MOST = 360;

  private static final long[] SECONDS = {10, 20, 30, 60, 120, 240};

  static Steps of(Instant now, int minutes) {
    long all = minutes * 60L;
    long step = SECONDS[SECONDS.length - 1];
    for (int i = SECONDS.length - 1; i >= 0; i--) {
      step = all / SECONDS[i] <= MOST ? SECONDS[i] : step;
    }
    long end = Math.floorDiv(now.getEpochSecond(), step) * step;
    int count = (int) ((all + step - 1) / step);
    return new Steps(Instant.ofEpochSecond(end - count * step), Duration.ofSeconds(step), count);
  }

  /** The step that a moment lies in; below 0 or at least {@link #count} if it lies outside. */
  int at(Instant moment) {
    return (int)
        Math.max(
            -1,
            Math.min(
                count, Math.floorDiv(Duration.between(from, moment).toMillis(), step.toMillis())));
  }

  Instant begin(int i) {
    return from.plus(step.multipliedBy(i));
  }

  Instant until() {
    return begin(count);
  }
}
