package dev.tidemark.collector.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exchanges that have begun and not ended: for their deadlines, which nearly all of them never
 * reach, and for a server that wants to stop.
 */
final class InFlight {
  private static final Logger LOG = LoggerFactory.getLogger(InFlight.class);

  private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
  private final Object none = new Object();

  void enter(Exchange exchange) {
    open.add(exchange);
  }

  void leave(Exchange exchange) {
    open.remove(exchange);
    if (open.isEmpty()) {
      synchronized (none) {
        none.notifyAll();
      }
    }
  }

  /** Ends those whose time is over; to be called some times a second. */
  void look(long nanoTime) {
    for (Exchange exchange : open) {
      try {
        exchange.expire(nanoTime);
      } catch (RuntimeException e) {
        // The others are still to be looked at, now and later.
        LOG.warn("An exchange could not be ended", e);
      }
    }
  }

  /** Waits until there is none; false if that did not come about in time. */
  boolean awaitNone(Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    synchronized (none) {
      while (!open.isEmpty()) {
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
