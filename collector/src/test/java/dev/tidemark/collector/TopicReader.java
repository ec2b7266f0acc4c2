package dev.tidemark.collector;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic of one partition from where it was when the reader was made. */
final class TopicReader implements AutoCloseable {
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final TopicPartition partition;

  TopicReader(String bootstrapServers, String topic) {
    consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    partition = new TopicPartition(topic, 0);
    consumer.assign(List.of(partition));
    consumer.seekToEnd(List.of(partition));
    consumer.position(partition);
  }

  /** Reads a topic of one partition as a whole. */
  static TopicReader fromBeginning(String bootstrapServers, String topic) {
    TopicReader reader = new TopicReader(bootstrapServers, topic);
    reader.consumer.seekToBeginning(List.of(reader.partition));
    return reader;
  }

  /** Everything that is in the topic by now and has not been read. */
  List<ConsumerRecord<byte[], byte[]>> rest() {
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    while (consumer.position(partition) < end) {
      consumer.poll(Duration.ofMillis(100)).forEach(records::add);
    }
    return records;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
