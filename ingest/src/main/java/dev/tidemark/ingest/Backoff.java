package dev.tidemark.ingest;

import java.time.Duration;

/** Pauses between tries: the first, then each twice the one before, up to {@code most}. */
record Backoff(Duration first, Duration most) {
  static final Duration MOST = Duration.ofMinutes(1);

  /** The pause after so many failures in a row, from 1. */
  Duration pause(int failures) {
    Duration pause = first;
    for (int i = 1; i < failures && pause.compareTo(most) < 0; i++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(most) < 0 ? pause : most;
  }
}
