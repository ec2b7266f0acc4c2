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

  /** When a producer sends a request to Kafka. */
  enum Pace {
    /** After 2 ms of collecting records, with up to five on their way: what is usual. */
    LINGER(2, 5),

    /** When the one before is acknowledged, as the collector does. */
    OF_BROKER(0, 1);

    private final int lingerMillis;
    private final int inFlight;

    Pace(int lingerMillis, int inFlight) {
      this.lingerMillis = lingerMillis;
      this.inFlight = inFlight;
    }
  }

  /**
   * A producer with the settings that the collector has, but for its pace, so that no peer is
   * slower for its own.
   *
   * @param mostBlocked how long it may wait for room
   */
  KafkaProducer<byte[], byte[]> producer(Duration mostBlocked, Pace pace) {
    return new KafkaProducer<>(
        settings(mostBlocked, pace), new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Those settings. */
  Map<String, Object> settings(Duration mostBlocked, Pace pace) {
    return Map.ofEntries(
        Map.entry("bootstrap.servers", brokers),
        Map.entry("acks", "all"),
        Map.entry("enable.idempotence", true),
        Map.entry("linger.ms", pace.lingerMillis),
        Map.entry("max.in.flight.requests.per.connection", pace.inFlight),
        Map.entry("batch.size", 128 * 1024),
        Map.entry("compression.type", "lz4"),
        Map.entry("max.block.ms", mostBlocked.toMillis()),
        Map.entry("request.timeout.ms", 2_500),
        Map.entry("delivery.timeout.ms", 3_000));
  }
}
