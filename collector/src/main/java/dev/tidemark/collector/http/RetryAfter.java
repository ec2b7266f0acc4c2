package dev.tidemark.collector.http;

import java.util.concurrent.ThreadLocalRandom;

/** When a client shall come back: 5 to 30 s, spread so that not all come at once. */
final class RetryAfter {
  static final String HEADER = "Retry-After";

  private RetryAfter() {}

  static int seconds() {
    return ThreadLocalRandom.current().nextInt(5, 31);
  }
}
