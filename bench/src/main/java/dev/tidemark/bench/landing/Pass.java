package dev.tidemark.bench.landing;

import java.util.Locale;

/**
 * What one pass over the topic cost.
 *
 * @param cpuNanos of the lander's process alone; Kafka and HDFS are processes of their own
 * @param peakBytes the most resident memory that the process has had since it started
 */
record Pass(long events, long nanos, long cpuNanos, long peakBytes) {
  double eventsPerSecond() {
    return events / (nanos / 1e9);
  }

  double cpuSecondsPerMillion() {
    return cpuNanos / 1e9 / (events / 1e6);
  }

  double peakGigabytes() {
    return peakBytes / 1e9;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,9.0f events/s  %5.2f CPU-s/million  %4.2f GB",
        eventsPerSecond(),
        cpuSecondsPerMillion(),
        peakGigabytes());
  }
}
