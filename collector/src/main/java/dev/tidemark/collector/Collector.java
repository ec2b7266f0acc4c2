package dev.tidemark.collector;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.config.KeySet;
import dev.tidemark.collector.event.UuidV7;
import dev.tidemark.collector.http.CollectorHttp;
import dev.tidemark.collector.http.Readiness;
import dev.tidemark.collector.kafka.EventProducer;
import dev.tidemark.collector.kafka.MetadataWatch;
import dev.tidemark.collector.metrics.CollectorMetrics;
import dev.tidemark.collector.spill.Durability;
import dev.tidemark.collector.spill.Spill;
import dev.tidemark.landing.config.KafkaConfig;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes events over HTTP and answers 200 when they are durable: acknowledged by Kafka, or, while
 * Kafka is away, on this machine's disk. It starts and serves whether or not Kafka is there.
 */
public final class Collector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Collector.class);

  private final CollectorConfig config;
  private final EventProducer producer;
  private final MetadataWatch metadata;
  private final Optional<Spill> spill;
  private final CollectorMetrics metrics;
  private final CollectorHttp http;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  private Collector(
      CollectorConfig config,
      EventProducer producer,
      MetadataWatch metadata,
      Optional<Spill> spill,
      CollectorMetrics metrics,
      CollectorHttp http) {
    this.config = config;
    this.producer = producer;
    this.metadata = metadata;
    this.spill = spill;
    this.metrics = metrics;
    this.http = http;
  }

  /**
   * Puts the parts together and opens the spill; nothing is started or connected yet.
   *
   * @throws java.io.UncheckedIOException if the spill cannot be opened
   */
  public static Collector wire(KafkaConfig kafka, CollectorConfig config, Clock clock) {
    EventProducer producer = new EventProducer(kafka, config.maxEvent());
    MetadataWatch metadata =
        new MetadataWatch(producer, List.of(config.topic(), config.rejectedTopic()));
    Optional<Spill> spill;
    try {
      spill =
          config.spill().isOn()
              ? Optional.of(new Spill(config.spill(), producer))
              : Optional.empty();
    } catch (RuntimeException e) {
      producer.close();
      throw e;
    }
    CollectorMetrics metrics = new CollectorMetrics();
    metrics.watch(producer);
    spill.ifPresent(s -> metrics.watch(s, clock));
    Durability durability = new Durability(producer, spill);
    Readiness readiness = () -> problem(producer, metadata, spill);
    UuidV7 ids = new UuidV7(new SecureRandom());
    CollectorHttp http = new CollectorHttp(config, durability, readiness, metrics, clock, ids);
    return new Collector(config, producer, metadata, spill, metrics, http);
  }

  private static Optional<String> problem(
      EventProducer producer, MetadataWatch metadata, Optional<Spill> spill) {
    if (producer.isBroken()) {
      return Optional.of("the Kafka producer is broken");
    }
    if (!metadata.isKnown()) {
      return Optional.of("Kafka has not told yet where the topics are");
    }
    return producer.isAway() && spill.filter(Spill::isFull).isPresent()
        ? Optional.of("Kafka is away and the spill is full")
        : Optional.empty();
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
    spill.ifPresent(Spill::start);
    metadata.start();
    try {
      http.start();
    } catch (RuntimeException e) {
      closing.set(true);
      stop();
      closed.countDown();
      throw e;
    }
  }

  /** Puts other write keys in force, from the next request on. */
  public void replaceKeys(KeySet keys) {
    http.replaceKeys(keys);
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
      stop();
      http.stop();
      metrics.close();
      closed.countDown();
      LOG.info("Stopped");
    }
  }

  private void stop() {
    metadata.close();
    spill.ifPresent(Spill::close);
    producer.close();
  }
}
