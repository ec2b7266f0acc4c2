package dev.tidemark.collector.kafka;

import dev.tidemark.landing.config.KafkaConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the records of a request to Kafka and says when all of them are acknowledged by every
 * in-sync replica. {@link #send} may block for up to 200 ms while Kafka is away or the buffer is
 * full; after the first record that failed the rest is not sent, so that it blocks only once.
 */
public final class EventProducer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventProducer.class);

  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicBoolean away = new AtomicBoolean();

  /**
   * Does not connect yet.
   *
   * @param maxEvent largest event in bytes
   * @throws KafkaException if the settings cannot be used
   */
  public EventProducer(KafkaConfig kafka, int maxEvent) {
    this.producer = new KafkaProducer<>(ProducerSettings.of(kafka, maxEvent));
  }

  public void send(List<ProducerRecord<byte[], byte[]>> records, Delivery delivery) {
    if (records.isEmpty()) {
      delivery.acknowledged();
      return;
    }
    PendingRecords pending = new PendingRecords(records.size(), noting(delivery));
    try {
      for (ProducerRecord<byte[], byte[]> record : records) {
        if (pending.hasFailed() || delivery.isAbandoned()) {
          return;
        }
        var unused = producer.send(record, pending); // the callback says it all
      }
    } catch (RuntimeException e) {
      // A closed or broken producer throws; what it could not do in time it reports by callback.
      pending.fail(e);
    }
  }

  /** Whether Kafka tells where the topic is; waits at most 200 ms for it. */
  public boolean knows(String topic) {
    try {
      return !producer.partitionsFor(topic).isEmpty();
    } catch (KafkaException e) {
      LOG.debug("No metadata of {}: {}", topic, e.toString());
      return false;
    }
  }

  /** Sends what is buffered, for at most that long, and closes. */
  public void close(Duration most) {
    producer.close(most);
  }

  @Override
  public void close() {
    close(Duration.ofSeconds(5));
  }

  private Delivery noting(Delivery delivery) {
    return new Delivery() {
      @Override
      public void acknowledged() {
        if (away.get() && away.compareAndSet(true, false)) {
          LOG.info("Kafka acknowledges again");
        }
        delivery.acknowledged();
      }

      @Override
      public void failed(Exception cause) {
        if (away.compareAndSet(false, true)) {
          LOG.warn("Kafka does not acknowledge; requests are answered 503: {}", cause.toString());
        }
        delivery.failed(cause);
      }

      @Override
      public boolean isAbandoned() {
        return delivery.isAbandoned();
      }
    };
  }
}
