package dev.tidemark.ingest;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.streaming.StreamingQuery;

/** The micro-batch that a query is busy with. */
record RunningBatch(StreamingQuery query) {
  private static final long LOOK_MILLIS = 50;

  /** Waits until the query is between two micro-batches, or the patience is over. */
  void awaitEnd(Duration patience) {
    CountDownLatch never = new CountDownLatch(1);
    try {
      for (long left = patience.toMillis();
          left > 0 && query.isActive() && query.status().isTriggerActive();
          left -= LOOK_MILLIS) {
        boolean ignored = never.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
