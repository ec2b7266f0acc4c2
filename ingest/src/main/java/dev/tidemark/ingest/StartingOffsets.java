package dev.tidemark.ingest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Offsets as Spark's Kafka source writes them: {@code {"topic":{"0":42}}}. */
final class StartingOffsets {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private StartingOffsets() {}

  static String json(Map<String, Map<String, Long>> byTopic) {
    try {
      return JSON.writeValueAsString(byTopic);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Numbers can be written", e);
    }
  }

  /** Reads what a progress report says; nothing if it says none. */
  static Map<TopicPartition, Long> parse(String json) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    if (json == null) {
      return offsets;
    }
    try {
      Map<String, Map<String, Long>> byTopic =
          JSON.readValue(json, new TypeReference<Map<String, Map<String, Long>>>() {});
      byTopic.forEach(
          (topic, partitions) ->
              partitions.forEach(
                  (partition, offset) ->
                      offsets.put(new TopicPartition(topic, Integer.parseInt(partition)), offset)));
      return offsets;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Spark reported offsets that cannot be read: " + json, e);
    }
  }
}
