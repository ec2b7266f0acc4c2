package dev.tidemark.ingest.sink;

import dev.tidemark.landing.LandingException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.function.Supplier;

/**
 * A query that is told to stop while its thread waits for the file system or Kafka.
 *
 * <p>{@code StreamingQuery.stop} interrupts the thread of the query. Spark takes the query as
 * stopped if what is thrown then is an interruption by its type or that of its cause, and as dead
 * if it is anything else: a {@link LandingException} would be reported as the query's failure.
 */
final class StopWhileWaiting {
  private StopWhileWaiting() {}

  /**
   * The value of some work, or what it throws.
   *
   * @throws UncheckedIOException in place of a {@link LandingException.Unavailable}, which is then
   *     its cause's cause, if the thread was interrupted
   */
  static <T> T told(Supplier<T> work) {
    try {
      return work.get();
    } catch (LandingException.Unavailable e) {
      if (Thread.currentThread().isInterrupted() || isInterruption(e)) {
        throw new UncheckedIOException(interruption(e));
      }
      throw e;
    }
  }

  private static IOException interruption(LandingException.Unavailable e) {
    InterruptedIOException interruption = new InterruptedIOException(e.getMessage());
    interruption.initCause(e);
    return interruption;
  }

  private static boolean isInterruption(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      boolean interrupted =
          t instanceof InterruptedException
              || t instanceof ClosedByInterruptException
              || t instanceof InterruptedIOException;
      // A time-out is an interruption by its type alone.
      if (interrupted && !(t instanceof SocketTimeoutException)) {
        return true;
      }
    }
    return false;
  }
}
