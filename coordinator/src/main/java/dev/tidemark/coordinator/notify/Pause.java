package dev.tidemark.coordinator.notify;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Pauses between attempts: one second, then twice as long each time up to five minutes. */
final class Pause {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final RandomGenerator random;
  private Duration next = FIRST;

  Pause(RandomGenerator random) {
    this.random = random;
  }

  /** The next one; up to a quarter shorter, so that many who wait do not come all at once. */
  Duration next() {
    long millis = next.toMillis();
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    return Duration.ofMillis(millis - random.nextLong(millis / 4));
  }

  /** Something succeeded. */
  void reset() {
    next = FIRST;
  }
}
