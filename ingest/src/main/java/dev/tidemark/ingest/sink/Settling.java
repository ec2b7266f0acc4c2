package dev.tidemark.ingest.sink;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * The time after an outage of Kafka in which the watermark stays where it is: what collectors could
 * not send meanwhile comes now, with the times at which it was received.
 */
final class Settling {
  /** An answer that took this long had to wait for a broker to come back. */
  static final Duration SLOW = Duration.ofSeconds(2);

  private final Duration length;
  private final Clock clock;
  private boolean away;
  private Instant over = Instant.MIN;

  Settling(Duration length, Clock clock) {
    this.length = length;
    this.clock = clock;
  }

  /**
   * Kafka did not answer.
   *
   * @return whether it did the last time
   */
  synchronized boolean begin() {
    boolean first = !away;
    away = true;
    return first;
  }

  /**
   * Kafka answered a question of {@code askedAt}.
   *
   * @return whether it has been there for long enough
   */
  synchronized boolean isOver(Instant askedAt) {
    Instant now = clock.instant();
    if (away || Duration.between(askedAt, now).compareTo(SLOW) > 0) {
      away = false;
      over = now.plus(length);
    }
    return !now.isBefore(over);
  }
}
