package dev.tidemark.bench.pipeline;

/**
 * How many requests are sent a second: a little more while nothing falls behind, markedly fewer
 * while something does. So it comes to what the whole way takes for as long as one likes, not to
 * what Kafka stores.
 */
final class Pace {
  private static final double FASTER = 1.04;
  private static final double SLOWER = 0.85;

  /** One is being processed; with one more waiting nothing is idle. */
  private static final int MOST_WAITING = 2;

  private final double allowedSeconds;
  private double eventsPerSecond;

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
    boolean behind = notLanded > allowedSeconds * eventsPerSecond || waiting > MOST_WAITING;
    if (behind) {
      eventsPerSecond *= SLOWER;
    } else if (accepted > eventsPerSecond * SLOWER) {
      eventsPerSecond *= FASTER;
    } else {
      // The collector takes no more: nothing is gained by asking for more.
      eventsPerSecond = Math.max(1, accepted);
    }
  }
}
