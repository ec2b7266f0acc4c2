package dev.tidemark.bench.landing;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The middle one of several passes, figure by figure; of memory the greatest. */
record Figures(double eventsPerSecond, double cpuSecondsPerMillion, double peakGigabytes) {
  static Figures of(List<Pass> passes) {
    return new Figures(
        median(passes, Pass::eventsPerSecond),
        median(passes, Pass::cpuSecondsPerMillion),
        passes.stream().mapToDouble(Pass::peakGigabytes).max().orElseThrow());
  }

  private static double median(List<Pass> passes, ToDoubleFunction<Pass> figure) {
    return passes.stream().mapToDouble(figure).sorted().toArray()[passes.size() / 2];
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,9.0f events/s  %5.2f CPU-s/million  %4.2f GB",
        eventsPerSecond,
        cpuSecondsPerMillion,
        peakGigabytes);
  }
}
