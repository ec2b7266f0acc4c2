package dev.tidemark.collector.http;

import dev.tidemark.collector.config.WriteKey;
import java.util.concurrent.ConcurrentHashMap;

/** One bucket for each key that has a limit; it outlives a reload that leaves the limit alone. */
final class RateLimits {
  private final ConcurrentHashMap<String, TokenBucket> buckets = new ConcurrentHashMap<>();

  /**
   * Counts a request's events.
   *
   * @return 0 if they are within the key's limit, else after how many seconds to send them again
   */
  int take(WriteKey key, int events, long nanoTime) {
    if (key.rateLimit() == 0) {
      return 0;
    }
    TokenBucket bucket =
        buckets.compute(
            key.key(),
            (k, old) ->
                old != null && old.perSecond() == key.rateLimit()
                    ? old
                    : new TokenBucket(key.rateLimit(), nanoTime));
    return bucket.take(events, nanoTime);
  }
}
