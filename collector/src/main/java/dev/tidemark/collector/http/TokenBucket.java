package dev.tidemark.collector.http;

/**
 * Bounds a rate, with room for {@value #BURST_SECONDS} seconds' worth at once. It lets a request
 * through as long as anything is left, and what the request takes beyond that is paid back first: a
 * request is never too large to be let through at all.
 */
final class TokenBucket {
  private static final int BURST_SECONDS = 10;
  private static final double NANOS = 1e9;

  private final int perSecond;
  private double tokens;
  private long last;

  TokenBucket(int perSecond, long nanoTime) {
    this.perSecond = perSecond;
    this.tokens = (double) perSecond * BURST_SECONDS;
    this.last = nanoTime;
  }

  int perSecond() {
    return perSecond;
  }

  /**
   * Takes that many tokens, or none.
   *
   * @return 0 if they were taken, else after how many seconds it is worth another try
   */
  synchronized int take(int count, long nanoTime) {
    tokens =
        Math.min(
            (double) perSecond * BURST_SECONDS,
            tokens + Math.max(0, nanoTime - last) / NANOS * perSecond);
    last = nanoTime;
    if (tokens <= 0) {
      return 1 + (int) (-tokens / perSecond);
    }
    tokens -= count;
    return 0;
  }
}
