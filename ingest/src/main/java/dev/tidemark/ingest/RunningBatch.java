package dev.tidemark.ingest;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/** The micro-batch that a query is busy with. */
record RunningBatch(StreamingQuery query) {
  private static final long LOOK_MILLIS = 20;

  /**
   * Waits until the micro-batch is finished that runs now, if one does, or the patience is over.
   * Another may have begun by then: a query with a backlog is never between two.
   */
  void awaitEnd(Duration patience) {
    CountDownLatch never = new CountDownLatch(1);
    long before = lastFinished();
    try {
      for (long left = patience.toMillis(); left > 0 && isRunning(before); left -= LOOK_MILLIS) {
        boolean ignored = never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isRunning(long before) {
    return query.isActive() && query.status().isTriggerActive() && lastFinished() == before;
  }

  private long lastFinished() {
    StreamingQueryProgress last = query.lastProgress();
    return last == null ? -1 : last.batchId();
  }
}
