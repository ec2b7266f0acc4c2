package dev.tidemark.bench.collector;

import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What is in a topic. */
final class Topic implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final long LOOK_MILLIS = 50;

  private final String name;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;

  Topic(String brokers, String name) {
    this.name = name;
    this.consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", brokers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    this.partitions =
        consumer.partitionsFor(name).stream()
            .map(p -> new TopicPartition(p.topic(), p.partition()))
            .toList();
  }

  /** How many records there have ever been. */
  long records() {
    return consumer.endOffsets(partitions).values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * Checks that there are as many records as were promised; some may have been spilled, and come
   * later.
   *
   * @throws IOException if they do not come
   */
  void requireRecords(long least) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    long found = records();
    while (found < least && System.nanoTime() < end) {
      sleep();
      found = records();
    }
    if (found < least) {
      throw new IOException(
          "Topic " + name + " holds " + found + " records, but " + least + " were accepted");
    }
  }

  /**
   * Checks that events are there, by their numbers.
   *
   * @param from where to begin
   * @throws IOException if one does not come
   */
  void requireEvents(BitSet accepted, Map<TopicPartition, Long> from) throws IOException {
    BitSet missing = (BitSet) accepted.clone();
    consumer.assign(partitions);
    from.forEach(consumer::seek);
    Consumer<ConsumerRecord<byte[], byte[]>> cross =
        r -> missing.clear((int) Requests.sequence(r.value()));
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!missing.isEmpty() && System.nanoTime() < end) {
      consumer.poll(Duration.ofMillis(200)).forEach(cross);
    }
    consumer.unsubscribe();
    if (!missing.isEmpty()) {
      throw new IOException(
          missing.cardinality()
              + " of "
              + accepted.cardinality()
              + " events that were accepted are not in topic "
              + name
              + ", the first of them number "
              + missing.nextSetBit(0));
    }
  }

  /** Where each topic-partition ends. */
  Map<TopicPartition, Long> ends() {
    return consumer.endOffsets(partitions).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static void sleep() throws IOException {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
