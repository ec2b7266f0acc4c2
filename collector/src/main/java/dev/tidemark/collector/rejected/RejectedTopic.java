package dev.tidemark.collector.rejected;

import dev.tidemark.landing.config.KafkaConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The topic of rejected events, read from its beginning to where it ends now. */
public final class RejectedTopic {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration ANSWER = Duration.ofSeconds(30);

  private final KafkaConfig kafka;
  private final String topic;

  public RejectedTopic(KafkaConfig kafka, String topic) {
    this.kafka = kafka;
    this.topic = topic;
  }

  /**
   * Hands every record to the taker, topic-partition by topic-partition in no order, each in its
   * own order.
   *
   * @throws org.apache.kafka.common.KafkaException if Kafka does not answer
   */
  public void forEach(Consumer<RejectedEvent> taker) {
    Map<String, Object> settings = new HashMap<>(kafka.clientSettings());
    settings.put("enable.auto.commit", false);
    settings.remove("group.id");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic, ANSWER).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, ANSWER);
      while (ends.entrySet().stream()
          .anyMatch(e -> consumer.position(e.getKey(), ANSWER) < e.getValue())) {
        consumer
            .poll(POLL)
            .forEach(
                record -> {
                  boolean wasThere =
                      record.offset() < ends.get(new TopicPartition(topic, record.partition()));
                  if (wasThere && record.value() != null) {
                    taker.accept(
                        RejectedEvent.read(record.offset(), record.timestamp(), record.value()));
                  }
                });
      }
    }
  }
}
