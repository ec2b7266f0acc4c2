package dev.tidemark.bench.collector;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What a server is told: where Kafka is, its topic, its port on the loopback interface, and a
 * directory of its own.
 */
record ServerTask(String brokers, String topic, int port, Path directory) {
  static final String HOST = "127.0.0.1";

  static ServerTask parse(String[] words) {
    return new ServerTask(words[0], words[1], Integer.parseInt(words[2]), Path.of(words[3]));
  }

  List<String> words() {
    return List.of(brokers, topic, Integer.toString(port), directory.toString());
  }

  /**
   * A producer with the settings that the collector has, so that no peer is slower for its own.
   *
   * @param mostBlocked how long it may wait for room
   */
  KafkaProducer<byte[], byte[]> producer(Duration mostBlocked) {
    return new KafkaProducer<>(
        settings(mostBlocked), new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Those settings. */
  Map<String, Object> settings(Duration mostBlocked) {
    return Map.of(
        "bootstrap.servers",
        brokers,
        "acks",
        "all",
        "enable.idempotence",
        true,
        "linger.ms",
        Goals.LINGER_MILLIS,
        "batch.size",
        128 * 1024,
        "compression.type",
        "lz4",
        "max.block.ms",
        mostBlocked.toMillis(),
        "request.timeout.ms",
        2_500,
        "delivery.timeout.ms",
        3_000);
  }
}
