package dev.tidemark.bench.control;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** One thing measured on both roots in turn, and the medians of it in milliseconds. */
final class Medians {
  private final ToDoubleFunction<BenchZone> measured;
  private double ofEmpty;
  private double ofFull;

  Medians(ToDoubleFunction<BenchZone> measured) {
    this.measured = measured;
  }

  /**
   * Measures.
   *
   * @param warmUp rounds that do not count
   */
  void measure(BenchZone empty, BenchZone full, int warmUp, int rounds) {
    double[] empties = new double[rounds];
    double[] fulls = new double[rounds];
    for (int i = -warmUp; i < rounds; i++) {
      double e = measured.applyAsDouble(empty);
      double f = measured.applyAsDouble(full);
      if (i >= 0) {
        empties[i] = e;
        fulls[i] = f;
      }
    }
    ofEmpty = median(empties);
    ofFull = median(fulls);
  }

  double ofFull() {
    return ofFull;
  }

  double ratio() {
    return ofFull / ofEmpty;
  }

  private static double median(double[] millis) {
    Arrays.sort(millis);
    return millis[millis.length / 2];
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.2f ms with the history, %.2f ms without, ratio %.2f",
        ofFull,
        ofEmpty,
        ratio());
  }
}
