package dev.tidemark.coordinator;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Stands still until it is set; never goes back, unless it is said to be wrong. */
public final class SettableClock extends Clock {
  private volatile Instant now;
  private volatile Duration wrongBy = Duration.ZERO;

  SettableClock(Instant now) {
    this.now = now;
  }

  void reaches(Instant time) {
    now = time.isAfter(now) ? time : now;
  }

  void passes(Duration time) {
    now = now.plus(time);
  }

  /** From now on it shows that much more, or less, than it should. */
  void isWrongBy(Duration difference) {
    wrongBy = difference;
  }

  @Override
  public Instant instant() {
    return now.plus(wrongBy);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
