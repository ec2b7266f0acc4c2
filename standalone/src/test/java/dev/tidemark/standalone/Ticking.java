package dev.tidemark.standalone;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Does something again and again, with hardly a pause, on a thread of its own. */
final class Ticking implements AutoCloseable {
  private static final long PAUSE_MILLIS = 20;

  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> ticks;

  Ticking(Runnable tick) {
    this.ticks = thread.scheduleWithFixedDelay(tick, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Whether no tick has failed. */
  boolean isAlive() {
    return !ticks.isDone();
  }

  /** Ends it after the tick that is running, and throws what a tick threw. */
  @Override
  public void close() throws InterruptedException, ExecutionException {
    ticks.cancel(false);
    thread.shutdown();
    if (!thread.awaitTermination(60, TimeUnit.SECONDS)) {
      throw new IllegalStateException("A tick hangs");
    }
    try {
      ticks.get();
    } catch (CancellationException e) {
      // None failed before it was cancelled.
    }
  }
}
