package dev.tidemark.collector.kafka;

import dev.tidemark.landing.config.KafkaConfig;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The producer's settings: our defaults, over them the user's, over both what the collector
 * promises its clients.
 */
final class ProducerSettings {
  /** What a record has besides its event: the envelope, the longest headers, Kafka's own. */
  private static final int RECORD_OVERHEAD = 64 * 1024;

  /** Leaves time to write to disk what Kafka did not acknowledge, before the answer is due. */
  private static final int DELIVERY_TIMEOUT_MILLIS = 3_000;

  private static final int KAFKA_DEFAULT_MAX_REQUEST = 1024 * 1024;

  private ProducerSettings() {}

  static Map<String, Object> of(KafkaConfig kafka, int maxEvent) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, "tidemark-collector");
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 * 1024);
    // What comes while a request is under way is the next one, so the broker sets the pace.
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    settings.put(
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        Math.max(KAFKA_DEFAULT_MAX_REQUEST, maxEvent + RECORD_OVERHEAD));
    settings.putAll(kafka.clientSettings());
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 200);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 2_500);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MILLIS);
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    return settings;
  }
}
