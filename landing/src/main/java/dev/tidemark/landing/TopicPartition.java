package dev.tidemark.landing;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * A Kafka partition, keyed by the topic's id: a topic that was deleted and created anew under its
 * old name is another topic, and its offsets start again. The text is {@code <topic
 * id>/<partition>}.
 */
public record TopicPartition(String topicId, int partition) implements Comparable<TopicPartition> {
  @JsonCreator
  public static TopicPartition parse(String text) {
    int slash = text.lastIndexOf('/');
    return new TopicPartition(
        text.substring(0, slash), Integer.parseInt(text.substring(slash + 1)));
  }

  @Override
  public int compareTo(TopicPartition other) {
    int byTopic = topicId.compareTo(other.topicId);
    return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
  }

  @JsonValue
  @Override
  public String toString() {
    return topicId + "/" + partition;
  }
}
