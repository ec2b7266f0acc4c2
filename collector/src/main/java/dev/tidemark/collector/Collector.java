package dev.tidemark.collector;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.event.UuidV7;
import dev.tidemark.collector.http.CollectorHttp;
import dev.tidemark.collector.kafka.EventProducer;
import dev.tidemark.collector.kafka.MetadataWatch;
import dev.tidemark.landing.config.KafkaConfig;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes events over HTTP and answers 200 when Kafka has acknowledged them. It starts and serves
 * whether or not Kafka is there; without Kafka it answers 503.
 */
public final class Collector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Collector.class);

  private final CollectorConfig config;
  private final EventProducer producer;
  private final MetadataWatch metadata;
  private final CollectorHttp http;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  private Collector(
      CollectorConfig config, EventProducer producer, MetadataWatch metadata, CollectorHttp http) {
    this.config = config;
    this.producer = producer;
    this.metadata = metadata;
    this.http = http;
  }

  /** Puts the parts together; nothing is started or connected yet. */
  public static Collector wire(KafkaConfig kafka, CollectorConfig config, Clock clock) {
    EventProducer producer = new EventProducer(kafka, config.maxEvent());
    MetadataWatch metadata =
        new MetadataWatch(producer, List.of(config.topic(), config.rejectedTopic()));
    UuidV7 ids = new UuidV7(new SecureRandom());
    CollectorHttp http = new CollectorHttp(config, producer, metadata, clock, ids);
    return new Collector(config, producer, metadata, http);
  }

  /**
   * Listens, and returns when requests are served.
   *
   * @throws java.io.UncheckedIOException if it cannot listen; the collector is then closed
   */
  public void start() {
    if (config.keys().isEmpty()) {
      LOG.warn("No write keys are configured: everybody who can reach this collector may send");
    }
    metadata.start();
    try {
      http.start();
    } catch (RuntimeException e) {
      closing.set(true);
      metadata.close();
      producer.close();
      closed.countDown();
      throw e;
    }
  }

  /** Where it listens; known once started. */
  public int port() {
    return http.port();
  }

  /** Waits until it is closed. */
  public void awaitClosed() throws InterruptedException {
    closed.await();
  }

  /**
   * Stops without losing anything: says that it is not ready, keeps serving for the configured
   * delay so that who sends may notice, finishes what is in flight and lets Kafka have what is
   * buffered. An interrupt cuts the waiting short. Closing again waits for the first to be done.
   */
  @Override
  public void close() {
    try {
      if (closing.compareAndSet(false, true)) {
        drain();
      } else {
        closed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void drain() throws InterruptedException {
    LOG.info("Stopping; serving for another {}", config.drainDelay());
    http.drain();
    try {
      TimeUnit.NANOSECONDS.sleep(config.drainDelay().toNanos());
      http.finish();
    } finally {
      metadata.close();
      producer.close();
      http.stop();
      closed.countDown();
      LOG.info("Stopped");
    }
  }
}
