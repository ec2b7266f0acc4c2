package dev.tidemark.standalone.demo;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Counts what is in Kafka with a consumer of its own, which knows nothing of the landing log. */
public final class KafkaCount {
  private final Map<String, String> clientSettings;

  public KafkaCount(Map<String, String> clientSettings) {
    this.clientSettings = Map.copyOf(clientSettings);
  }

  /** Records of some topics by the partition of their time stamp. */
  public SortedMap<PartitionId, Long> byPartition(
      Collection<String> topics, Granularity granularity) {
    Map<String, Object> settings = new HashMap<>(clientSettings);
    settings.put("enable.auto.commit", "false");
    SortedMap<PartitionId, Long> counts = new TreeMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          topics.stream()
              .flatMap(t -> consumer.partitionsFor(t).stream())
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .collect(Collectors.toList());
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
          counts.merge(
              PartitionId.of(Instant.ofEpochMilli(record.timestamp()), granularity), 1L, Long::sum);
        }
      }
    }
    return counts;
  }
}
