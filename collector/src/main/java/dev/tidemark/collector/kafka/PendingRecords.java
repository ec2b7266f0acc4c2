package dev.tidemark.collector.kafka;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Counts the verdicts on the records of one call and reports the outcome once. That Kafka refuses a
 * record for what it is says nothing of the others.
 */
final class PendingRecords {
  private final List<ProducerRecord<byte[], byte[]>> records;
  private final Delivery delivery;
  private final AtomicInteger missing;
  // Made only when a record fails.
  private volatile AtomicReferenceArray<Exception> failures;
  private volatile boolean failed;

  PendingRecords(List<ProducerRecord<byte[], byte[]>> records, Delivery delivery) {
    this.records = records;
    this.delivery = delivery;
    this.missing = new AtomicInteger(records.size());
  }

  /** What the producer calls with its verdict on one record. */
  Callback on(int index) {
    return (metadata, exception) -> {
      if (exception != null) {
        fail(index, index + 1, exception);
      } else {
        settle(1);
      }
    };
  }

  /** Settles records that were not handed to the producer. */
  void fail(int from, int to, Exception cause) {
    if (from == to) {
      return;
    }
    AtomicReferenceArray<Exception> causes = failures();
    for (int i = from; i < to; i++) {
      causes.set(i, cause);
    }
    if (!EventProducer.isRefusal(cause)) {
      failed = true;
    }
    settle(to - from);
  }

  /** Whether a record failed for a reason that the next will fail for too. */
  boolean hasFailed() {
    return failed;
  }

  private synchronized AtomicReferenceArray<Exception> failures() {
    if (failures == null) {
      failures = new AtomicReferenceArray<>(records.size());
    }
    return failures;
  }

  private void settle(int count) {
    if (missing.addAndGet(-count) > 0) {
      return;
    }
    AtomicReferenceArray<Exception> causes = failures;
    if (causes == null) {
      delivery.acknowledged();
      return;
    }
    int[] lost = IntStream.range(0, records.size()).filter(i -> causes.get(i) != null).toArray();
    delivery.failed(
        IntStream.of(lost).<ProducerRecord<byte[], byte[]>>mapToObj(records::get).toList(),
        IntStream.of(lost)
            .<Exception>mapToObj(causes::get)
            .filter(cause -> !EventProducer.isRefusal(cause))
            .findFirst()
            .orElseGet(() -> causes.get(lost[0])));
  }
}
