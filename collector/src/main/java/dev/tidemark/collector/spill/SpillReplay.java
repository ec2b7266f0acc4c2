package dev.tidemark.collector.spill;

import dev.tidemark.collector.kafka.Delivery;
import dev.tidemark.collector.kafka.EventProducer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands spilled records to Kafka, a few at a time, and removes them when all of those are
 * acknowledged. After a failure it tries a single record, so that a Kafka which takes records
 * without being able to say so gets few of them twice; only those not acknowledged are sent again.
 */
final class SpillReplay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SpillReplay.class);
  private static final int MOST_RECORDS = 1_000;
  private static final long MOST_BYTES = 1024 * 1024;
  private static final long PAUSE_MILLIS = 500;

  /** What Kafka left of the records it was given. */
  private record Left(List<ProducerRecord<byte[], byte[]>> records, Exception cause) {}

  private final SpillLog log;
  private final EventProducer producer;
  private final LongAdder replayed = new LongAdder();
  private final Thread thread = new Thread(this::run, "collector-replay");
  private final Object change = new Object();
  private final CountDownLatch closing = new CountDownLatch(1);
  private int atOnce = 1;
  private volatile long oldestMillis;

  /** What Kafka has and could not be removed yet; it must not be sent again. */
  private SpillLog.Entry acknowledged;

  private boolean failing;

  SpillReplay(SpillLog log, EventProducer producer) {
    this.log = log;
    this.producer = producer;
  }

  void start() {
    thread.start();
  }

  /** Says that there is something in the log. */
  void wake() {
    synchronized (change) {
      change.notifyAll();
    }
  }

  long oldestMillis() {
    return oldestMillis;
  }

  long replayedTotal() {
    return replayed.sum();
  }

  private void run() {
    try {
      while (!isClosed()) {
        boolean done;
        try {
          done = replayHead();
          failing = false;
        } catch (IOException | RuntimeException | Error e) {
          // Even of memory that ran out: without this thread nothing leaves the spill.
          tell(e);
          done = false;
        }
        pause(done);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tell(Throwable failure) {
    if (!failing) {
      LOG.error(
          "The spill cannot be replayed; it is tried again: {}", failure.getMessage(), failure);
    }
    failing = true;
  }

  private void pause(boolean done) throws InterruptedException {
    if (!done) {
      pause();
    }
    synchronized (change) {
      while (log.isEmpty() && !isClosed()) {
        change.wait();
      }
    }
  }

  private void pause() throws InterruptedException {
    var unused = closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private boolean isClosed() {
    return closing.getCount() == 0;
  }

  /** Tries what is at the head; false if Kafka did not take all of it. */
  private boolean replayHead() throws IOException, InterruptedException {
    removeAcknowledged();
    List<SpillLog.Entry> head = log.head(atOnce, MOST_BYTES);
    if (head.isEmpty()) {
      oldestMillis = 0;
      return true;
    }
    List<ProducerRecord<byte[], byte[]>> records =
        head.stream().map(e -> e.record().toRecord()).toList();
    oldestMillis = records.get(0).timestamp();
    Left left = send(records);
    while (isPart(left, head) && !isClosed() && !EventProducer.isRefusal(left.cause)) {
      pause();
      left = sendOneFirst(left.records);
    }
    return settle(head, left);
  }

  private static boolean isPart(Left left, List<SpillLog.Entry> head) {
    return !left.records.isEmpty() && left.records.size() < head.size();
  }

  private Left sendOneFirst(List<ProducerRecord<byte[], byte[]>> records)
      throws InterruptedException {
    Left first = send(records.subList(0, 1));
    if (!first.records.isEmpty()) {
      return new Left(records, first.cause);
    }
    return records.size() == 1 ? first : send(records.subList(1, records.size()));
  }

  private boolean settle(List<SpillLog.Entry> head, Left left) throws IOException {
    if (left.records.isEmpty()) {
      replayed.add(head.size());
      acknowledged = head.get(head.size() - 1);
      removeAcknowledged();
      atOnce = Math.min(MOST_RECORDS, atOnce * 4);
      if (log.isEmpty()) {
        oldestMillis = 0;
        LOG.info("The spill is empty: Kafka has all that was in it");
      }
      return true;
    }
    atOnce = 1;
    if (head.size() == 1 && EventProducer.isRefusal(left.cause)) {
      LOG.error(
          "Kafka refuses a spilled record of {} bytes; it is set aside, and tried again at the next"
              + " start: {}. Is max.message.bytes of the topic below collector.max-event?",
          head.get(0).length(),
          left.cause.toString());
      log.setAside(head.get(0));
      return true;
    }
    return false;
  }

  private void removeAcknowledged() throws IOException {
    if (acknowledged != null) {
      log.removeThrough(acknowledged);
      acknowledged = null;
    }
  }

  private Left send(List<ProducerRecord<byte[], byte[]>> records) throws InterruptedException {
    CompletableFuture<Left> verdict = new CompletableFuture<>();
    producer.send(
        records,
        new Delivery() {
          @Override
          public void acknowledged() {
            verdict.complete(new Left(List.of(), null));
          }

          @Override
          public void failed(List<ProducerRecord<byte[], byte[]>> failed, Exception cause) {
            verdict.complete(new Left(failed, cause));
          }

          @Override
          public boolean isAbandoned() {
            return isClosed();
          }
        });
    try {
      return verdict.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("It is never completed so", e);
    }
  }

  /** Stops after what Kafka has been given. */
  @Override
  public void close() throws InterruptedException {
    closing.countDown();
    wake();
    if (thread.isAlive()) {
      thread.join();
    }
  }
}
