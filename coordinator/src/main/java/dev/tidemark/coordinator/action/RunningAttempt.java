package dev.tidemark.coordinator.action;

import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.log.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * An attempt that this process is busy with: its claim, since when, and the thread, which is
 * interrupted once it has taken too long.
 */
final class RunningAttempt {
  private final Instant began;
  private final Duration timeout;
  private LogEntry.Claim claim;
  private Thread working;
  private boolean stopped;

  RunningAttempt(LogEntry.Claim claim, Instant began, Duration timeout) {
    this.claim = claim;
    this.began = began;
    this.timeout = timeout;
  }

  synchronized LogEntry.Claim claim() {
    return claim;
  }

  synchronized void renewed(LogEntry.Claim next) {
    claim = next;
  }

  boolean isTooLong(Instant now) {
    return now.isAfter(began.plus(timeout));
  }

  /**
   * Does the work on this thread.
   *
   * @throws LandingException.Unavailable if it was stopped
   */
  <T> T run(Supplier<T> work) {
    enter();
    try {
      return work.get();
    } catch (Throwable e) {
      // Not only runtime exceptions: Scala throws an interruption without declaring it.
      if (isStopped()) {
        throw new LandingException.Unavailable(
            claim().partition()
                + " took longer than "
                + HowLong.of(timeout)
                + " (coordinator.timeout) and was stopped. Nothing is published; it is tried again in a new"
                + " attempt.",
            e);
      }
      throw e;
    } finally {
      leave();
    }
  }

  private synchronized void enter() {
    working = Thread.currentThread();
  }

  private synchronized void leave() {
    working = null;
    if (stopped) {
      // What came too late to interrupt the work must not interrupt what follows.
      Thread.interrupted();
    }
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /** Interrupts the work, if it is still going on. */
  synchronized void stop() {
    if (!stopped && working != null) {
      stopped = true;
      working.interrupt();
    }
  }
}
