package dev.tidemark.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends click events to a topic at a steady rate from the moment it is made, each with an id of its
 * own, and knows which of them Kafka has acknowledged. Events are in the form that the collector
 * writes.
 */
final class SteadyLoad implements AutoCloseable {
  private static final long TICK_MILLIS = 20;

  private final String topic;
  private final Clock clock;
  private final int eventsPerTick;
  private final KafkaProducer<byte[], byte[]> producer;
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
  private final AtomicLong sent = new AtomicLong();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  SteadyLoad(String bootstrapServers, String topic, int eventsPerSecond, Clock clock) {
    this.topic = topic;
    this.clock = clock;
    this.eventsPerTick = Math.max(1, (int) (eventsPerSecond * TICK_MILLIS / 1000));
    this.producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", "2"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    var unused = ticker.scheduleAtFixedRate(this::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void tick() {
    try {
      for (int i = 0; i < eventsPerTick; i++) {
        send();
      }
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
      throw e;
    }
  }

  private void send() {
    String id = "load-" + sent.getAndIncrement();
    byte[] value = event(id).getBytes(UTF_8);
    // The callback hears of the outcome.
    var unused =
        producer.send(
            new ProducerRecord<>(topic, null, clock.millis(), null, value),
            (metadata, e) -> {
              if (e == null) {
                acknowledged.add(id);
              } else {
                failure.compareAndSet(null, e);
              }
            });
  }

  private String event(String id) {
    return """
        {"event_id":"%s","received_at":"%s","source":"load","event":{"sid":"%s","type":"search",\
        "action":"click","channel":"web","timestamp":"%s","culture":"en_GB"}}"""
        .formatted(id, clock.instant(), "session-" + id, clock.instant());
  }

  /**
   * Ends the load and waits for what is in flight.
   *
   * @return the ids of all events; each is in Kafka exactly once
   * @throws IllegalStateException if Kafka refused any
   */
  Set<String> stop() {
    close();
    if (failure.get() != null) {
      throw new IllegalStateException("Kafka did not take every event", failure.get());
    }
    return Set.copyOf(acknowledged);
  }

  long sent() {
    return sent.get();
  }

  @Override
  public void close() {
    ticker.shutdown();
    try {
      if (!ticker.awaitTermination(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("A tick hangs");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    producer.close();
  }
}
