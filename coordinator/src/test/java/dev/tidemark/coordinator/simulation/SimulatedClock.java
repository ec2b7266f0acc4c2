package dev.tidemark.coordinator.simulation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The time of one simulation; only the thread whose turn it is moves it. */
final class SimulatedClock extends Clock {
  static final Instant START = Instant.parse("2026-08-22T14:00:00Z");

  private final Duration perStep;
  private Instant now = START;

  /** A clock that an operation moves on by so much. */
  SimulatedClock(Duration perStep) {
    this.perStep = perStep;
  }

  void step() {
    passes(perStep);
  }

  void passes(Duration time) {
    now = now.plus(time);
  }

  @Override
  public Instant instant() {
    return now;
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
