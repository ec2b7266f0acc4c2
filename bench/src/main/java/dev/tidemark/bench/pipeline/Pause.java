package dev.tidemark.bench.pipeline;

import java.io.IOException;

/** Waiting for what other processes do. */
final class Pause {
  private Pause() {}

  static void millis(long millis) throws IOException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }
}
