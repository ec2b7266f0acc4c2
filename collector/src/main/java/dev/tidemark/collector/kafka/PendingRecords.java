package dev.tidemark.collector.kafka;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Counts the acknowledgements of one request's records and reports the outcome once. */
final class PendingRecords implements Callback {
  private final Delivery delivery;
  private final AtomicInteger missing;
  private final AtomicBoolean failed = new AtomicBoolean();

  PendingRecords(int records, Delivery delivery) {
    this.delivery = delivery;
    this.missing = new AtomicInteger(records);
  }

  @Override
  public void onCompletion(RecordMetadata metadata, Exception exception) {
    if (exception != null) {
      fail(exception);
    } else if (missing.decrementAndGet() == 0) {
      delivery.acknowledged();
    }
  }

  void fail(Exception cause) {
    if (failed.compareAndSet(false, true)) {
      delivery.failed(cause);
    }
  }

  boolean hasFailed() {
    return failed.get();
  }
}
