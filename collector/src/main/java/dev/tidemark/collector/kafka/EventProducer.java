package dev.tidemark.collector.kafka;

import dev.tidemark.landing.config.KafkaConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the records of a request to Kafka and says when all of them are acknowledged by every
 * in-sync replica. {@link #send} may block for up to 200 ms while Kafka is away or the buffer is
 * full; after the first record that failed the rest is not sent, so that it blocks only once. The
 * last word on a record comes 3 s after it was handed over, at most.
 */
public final class EventProducer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventProducer.class);

  /** So long after its last such failure it may as well be tried again. */
  private static final long BROKEN_NANOS = 30_000_000_000L;

  private final KafkaProducer<byte[], byte[]> producer;
  private final Metric available;
  private final double bufferMemory;
  private final AtomicBoolean away = new AtomicBoolean();
  private volatile boolean topicsAreKnown;
  private volatile boolean broken;
  private volatile long brokenAt;

  /**
   * Does not connect yet.
   *
   * @param maxEvent largest event in bytes
   * @throws KafkaException if the settings cannot be used
   */
  public EventProducer(KafkaConfig kafka, int maxEvent) {
    this.producer = new KafkaProducer<>(ProducerSettings.of(kafka, maxEvent));
    this.available = metric("buffer-available-bytes");
    this.bufferMemory = number(metric("buffer-total-bytes"));
  }

  /**
   * Whether {@link #send} would not wait now: half of the buffer is free, and Kafka has told where
   * the topics are.
   */
  public boolean hasRoom() {
    return topicsAreKnown && number(available) > bufferMemory / 2;
  }

  /** Notes whether Kafka has told where the topics are. */
  void topicsAreKnown(boolean known) {
    topicsAreKnown = known;
  }

  public void send(List<ProducerRecord<byte[], byte[]>> records, Delivery delivery) {
    if (records.isEmpty()) {
      delivery.acknowledged();
      return;
    }
    PendingRecords pending = new PendingRecords(records, noting(delivery));
    int sent = 0;
    try {
      while (sent < records.size() && !pending.hasFailed() && !delivery.isAbandoned()) {
        var unused = producer.send(records.get(sent), pending.on(sent)); // the callback says it all
        sent++;
      }
      pending.fail(sent, records.size(), new NotSentException());
    } catch (RuntimeException e) {
      // A closed or broken producer throws; what it could not do in time it reports by callback.
      pending.fail(sent, records.size(), e);
    }
  }

  /**
   * Whether Kafka did not acknowledge when it was last asked to; until something shows that it does
   * again.
   */
  public boolean isAway() {
    return away.get();
  }

  /**
   * Whether the producer failed in a way that more of the same does not help, such as for want of a
   * permission on the cluster, and no record was acknowledged since; for half a minute each time,
   * so that it is found out when that is over. Kafka's client says of most such failures that a new
   * process is needed, and recovers from some.
   */
  public boolean isBroken() {
    return broken && System.nanoTime() - brokenAt < BROKEN_NANOS;
  }

  /** Bytes of records that are not acknowledged yet, in the producer's own buffer. */
  public double buffered() {
    return bufferMemory - number(available);
  }

  /** Requests that brokers have not answered yet. */
  public double inFlight() {
    return number(metric("requests-in-flight"));
  }

  private Metric metric(String name) {
    return producer.metrics().values().stream()
        .filter(m -> m.metricName().name().equals(name))
        .filter(m -> m.metricName().group().equals("producer-metrics"))
        .findFirst()
        .orElseThrow();
  }

  private static double number(Metric metric) {
    return ((Number) metric.metricValue()).doubleValue();
  }

  /** Whether a record was refused for what it is, and would be again. */
  public static boolean isRefusal(Exception cause) {
    return cause instanceof RecordTooLargeException || cause instanceof InvalidRecordException;
  }

  /** Whether a record was refused for its size. */
  public static boolean isTooLarge(Exception cause) {
    return cause instanceof RecordTooLargeException;
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

  /** What Kafka's documentation of the producer says that it cannot go on after. */
  private static boolean isFatal(Exception cause) {
    Throwable root = cause.getClass() == KafkaException.class ? cause.getCause() : cause;
    return (root instanceof AuthorizationException
            && !(root instanceof TopicAuthorizationException))
        || root instanceof ProducerFencedException
        || root instanceof UnsupportedVersionException;
  }

  private Delivery noting(Delivery delivery) {
    return new Delivery() {
      @Override
      public void acknowledged() {
        if (away.get() && away.compareAndSet(true, false)) {
          LOG.info("Kafka acknowledges again");
        }
        broken = false;
        delivery.acknowledged();
      }

      @Override
      public void failed(List<ProducerRecord<byte[], byte[]>> failed, Exception cause) {
        if (isFatal(cause)) {
          noteBroken(cause);
        }
        boolean tellsOfKafka = !(cause instanceof NotSentException) && !isRefusal(cause);
        if (tellsOfKafka && away.compareAndSet(false, true)) {
          LOG.warn("Kafka does not acknowledge: {}", cause.toString());
        }
        delivery.failed(failed, cause);
      }

      @Override
      public boolean isAbandoned() {
        return delivery.isAbandoned();
      }
    };
  }

  private void noteBroken(Exception cause) {
    if (!broken) {
      LOG.error(
          "The producer is broken: {}. If it does not go on once the cause is gone, a restart is"
              + " needed",
          cause.toString());
    }
    brokenAt = System.nanoTime();
    broken = true;
  }

  private static final class NotSentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotSentException() {
      super("not sent: one before it failed, or nobody waits any more", null, false, false);
    }
  }
}
