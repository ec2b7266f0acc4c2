package dev.tidemark.embedded;

import java.io.IOException;
import java.time.Duration;

/** Waits for something that gives no signal. */
final class Poll {
  private static final long PAUSE_MILLIS = 50;

  private Poll() {}

  /** A condition whose exceptions mean "not yet". */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Returns as soon as the condition holds.
   *
   * @throws IOException if it does not hold in time, with the last exception as its cause, or if
   *     the thread is interrupted
   */
  static void until(String what, Duration limit, Condition condition) throws IOException {
    long start = System.nanoTime();
    Exception last = null;
    while (System.nanoTime() - start < limit.toNanos()) {
      try {
        if (condition.holds()) {
          return;
        }
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("Interrupted while waiting until " + what, e);
      } catch (Exception e) {
        last = e;
        pause(what);
      }
    }
    throw new IOException(
        "After " + limit.toSeconds() + " s it is still not so that " + what, last);
  }

  private static void pause(String what) throws IOException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting until " + what, e);
    }
  }
}
