package dev.tidemark.bench.pipeline;

/**
 * How many events are sent a second: quickly more until something falls behind for the first time,
 * then a little more while nothing does, and markedly fewer while something does. So it comes to
 * what the whole way takes for as long as one likes, not to what Kafka stores.
 */
final class Pace {
  private static final double FASTER_AT_FIRST = 1.15;
  private static final double FASTER = 1.03;
  private static final double SLOWER = 0.85;

  /** One is being processed; with one more waiting nothing is idle. */
  private static final int MOST_WAITING = 2;

  /** What waits gets less only some time after less is sent. */
  private static final int LOOKS_BETWEEN_SLOWER = 6;

  private final double allowedSeconds;
  private double eventsPerSecond;
  private double faster = FASTER_AT_FIRST;
  private int looksSinceSlower = LOOKS_BETWEEN_SLOWER;

  /**
   * Begins at a rate.
   *
   * @param allowedSeconds how much may have been accepted and not landed, in seconds of the rate
   */
  Pace(double eventsPerSecond, double allowedSeconds) {
    this.eventsPerSecond = eventsPerSecond;
    this.allowedSeconds = allowedSeconds;
  }

  double eventsPerSecond() {
    return eventsPerSecond;
  }

  /**
   * Sees how it went.
   *
   * @param accepted a second, in the last seconds
   * @param notLanded events that Kafka has and {@code raw} has not
   * @param waiting partitions that are closed and not published
   */
  void adjust(double accepted, long notLanded, long waiting) {
    looksSinceSlower++;
    if (notLanded > allowedSeconds * eventsPerSecond || waiting > MOST_WAITING) {
      faster = FASTER;
      if (looksSinceSlower > LOOKS_BETWEEN_SLOWER) {
        eventsPerSecond *= SLOWER;
        looksSinceSlower = 0;
      }
    } else if (accepted > eventsPerSecond * SLOWER) {
      eventsPerSecond *= faster;
    } else {
      // The collector takes no more: nothing is gained by asking for more.
      faster = FASTER;
      eventsPerSecond = Math.max(1, accepted);
    }
  }
}
