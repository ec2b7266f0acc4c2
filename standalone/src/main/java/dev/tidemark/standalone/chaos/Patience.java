package dev.tidemark.standalone.chaos;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Waits for what gives no signal; whatever is thrown meanwhile means "not yet". */
final class Patience {
  static final Duration START = Duration.ofMinutes(3);
  private static final long PAUSE_MILLIS = 200;

  private Patience() {}

  /**
   * Returns as soon as it holds.
   *
   * @throws IllegalStateException if it does not in time
   */
  static void until(String what, Duration limit, Callable<Boolean> condition)
      throws InterruptedException {
    if (after(limit, condition).isEmpty()) {
      throw new IllegalStateException(
          "After " + limit.toSeconds() + " s it is still not so that " + what + ".");
    }
  }

  /** How long it took to hold; nothing if it does not in time. */
  static Optional<Duration> after(Duration limit, Callable<Boolean> condition)
      throws InterruptedException {
    long begun = System.nanoTime();
    while (true) {
      Duration passed = Duration.ofNanos(System.nanoTime() - begun);
      if (holds(condition)) {
        return Optional.of(passed);
      }
      if (passed.compareTo(limit) > 0) {
        return Optional.empty();
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private static boolean holds(Callable<Boolean> condition) throws InterruptedException {
    try {
      return condition.call();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return false;
    }
  }
}
