package dev.tidemark.coordinator.simulation;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The records that there are, by topic-partition, in order of offset. */
final class Kafka {
  static final String TOPIC_ID = "id";

  /** A record; one without a value has no line. Offsets may be missing between two records. */
  record Message(long offset, Optional<String> value, PartitionId partition) {}

  private final SortedMap<TopicPartition, List<Message>> messages = new TreeMap<>();

  /** The next record of a Kafka partition. */
  Kafka with(int partition, String value, String hour) {
    return with(partition, Optional.of(value), hour);
  }

  Kafka with(int partition, Optional<String> value, String hour) {
    List<Message> known = of(partition);
    long offset = known.isEmpty() ? 0 : known.get(known.size() - 1).offset() + 1;
    known.add(new Message(offset, value, PartitionId.parse(hour)));
    return this;
  }

  /** As a transaction leaves its marker: the next offset holds no record. */
  Kafka withMarker(int partition, String value, String hour) {
    List<Message> known = of(partition);
    long offset = known.isEmpty() ? 1 : known.get(known.size() - 1).offset() + 2;
    known.add(new Message(offset, Optional.of(value), PartitionId.parse(hour)));
    return this;
  }

  private List<Message> of(int partition) {
    return messages.computeIfAbsent(
        new TopicPartition(TOPIC_ID, partition), source -> new ArrayList<>());
  }

  SortedMap<TopicPartition, List<Message>> messages() {
    return Collections.unmodifiableSortedMap(messages);
  }

  /** At most so many records from an offset on. */
  List<Message> read(TopicPartition source, long from, int most) {
    return messages.get(source).stream().filter(m -> m.offset() >= from).limit(most).toList();
  }

  /** One past the last record. */
  long end(TopicPartition source) {
    List<Message> known = messages.get(source);
    return known.get(known.size() - 1).offset() + 1;
  }

  @Override
  public String toString() {
    return messages.toString();
  }
}
