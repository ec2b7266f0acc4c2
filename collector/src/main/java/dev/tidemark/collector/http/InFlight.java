package dev.tidemark.collector.http;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the exchanges that have begun and not ended, for a server that wants to stop. */
final class InFlight {
  private final AtomicInteger count = new AtomicInteger();
  private final Object none = new Object();

  void enter() {
    count.incrementAndGet();
  }

  void leave() {
    if (count.decrementAndGet() == 0) {
      synchronized (none) {
        none.notifyAll();
      }
    }
  }

  /** Waits until there is none; false if that did not come about in time. */
  boolean awaitNone(Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    synchronized (none) {
      while (count.get() > 0) {
        long millis = (end - System.nanoTime()) / 1_000_000;
        if (millis <= 0) {
          return false;
        }
        none.wait(millis);
      }
    }
    return true;
  }
}
