package dev.tidemark.bench.process;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What it took to process an hour once.
 *
 * @param gigabytes the most resident memory that the process has had since it started
 * @param megabytes of the Parquet that came out
 */
record Pass(double seconds, double cpuSeconds, double gigabytes, double megabytes) {

  /** The middle one of several, figure by figure; of memory the greatest. */
  static Pass middle(List<Pass> passes) {
    return new Pass(
        median(passes, Pass::seconds),
        median(passes, Pass::cpuSeconds),
        passes.stream().mapToDouble(Pass::gigabytes).max().orElseThrow(),
        median(passes, Pass::megabytes));
  }

  private static double median(List<Pass> passes, ToDoubleFunction<Pass> figure) {
    return passes.stream().mapToDouble(figure).sorted().toArray()[passes.size() / 2];
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%6.1f s  %6.1f CPU-s  %5.2f GB  %6.1f MB out",
        seconds,
        cpuSeconds,
        gigabytes,
        megabytes);
  }
}
