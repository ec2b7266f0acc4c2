package dev.tidemark.bench.control;

/** Times one thing. */
final class Stopwatch {
  private Stopwatch() {}

  static double millis(Runnable what) {
    long start = System.nanoTime();
    what.run();
    return (System.nanoTime() - start) / 1e6;
  }
}
