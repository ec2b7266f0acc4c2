package dev.tidemark.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemark.landing.LandingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What Kafka does to a topic while it is being read, or between two starts. */
@ExtendWith(Cluster.Resolver.class)
@Timeout(120)
class TopicChangesIT {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");

  private final Cluster cluster;

  TopicChangesIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void partitions_added_while_it_runs_are_read_from_their_beginning() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      Ingest ingest = dataset.start();
      dataset.topic().send(0, T13, "before");
      dataset.awaitLanded();
      cluster.kafka().growTopic(dataset.topic().name(), 3);
      for (int i = 0; i < 30; i++) {
        dataset.topic().send(i % 3, T13.plusSeconds(i), "after " + i);
      }
      dataset.awaitLanded();
      dataset.awaitWatermark(Instant.now());
      dataset.assertEveryRecordLandedOnce();

      ingest.close();
      dataset.topic().send(2, T13, "after the restart");
      dataset.start();
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void what_compaction_removed_is_no_gap_and_tombstones_have_no_line() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      String topic = dataset.topic().name();
      configure(ConfigResource.Type.BROKER, "", Map.of("log.cleaner.backoff.ms", "100"));
      configure(
          ConfigResource.Type.TOPIC,
          topic,
          Map.of(
              "cleanup.policy",
              "compact",
              "min.cleanable.dirty.ratio",
              "0.01",
              "segment.bytes",
              "1000"));
      for (int i = 0; i < 100; i++) {
        send(dataset, "key " + i % 5, i % 5 == 4 ? null : "value " + i);
      }
      // The segment that is written to is never compacted.
      await()
          .atMost(TestDataset.LIMIT)
          .until(
              () -> {
                send(dataset, "key 0", "newer");
                return records(topic).size() < 50;
              });
      Map<Long, String> left = records(topic);
      dataset.start();
      TopicPartition partition = new TopicPartition(topic, 0);
      await()
          .atMost(TestDataset.LIMIT)
          .until(() -> dataset.zone().state().landed(dataset.source(0)) >= end(partition));
      dataset.awaitWatermark(Instant.now());
      // More may have been removed since it was looked at.
      assertThat(dataset.zone().lines())
          .isNotEmpty()
          .allSatisfy(l -> assertThat(left).containsEntry(l.offset(), l.text()))
          .extracting(LandedZone.Line::text)
          .contains("newer");
      assertThat(left).containsValue("");
      assertThat(dataset.zone().lines()).extracting(LandedZone.Line::text).doesNotContain("");
      assertThat(dataset.zone().total(dataset.source(0)).nulls()).isPositive();
    }
  }

  @Test
  void a_topic_that_was_truncated_is_refused_with_both_offsets() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      for (int i = 0; i < 10; i++) {
        dataset.topic().send(0, T13, "value " + i);
      }
      Ingest first = dataset.start();
      dataset.awaitLanded();
      first.close();
      cluster.kafka().stop();
      empty(cluster.kafkaLog(dataset.topic().name(), 0));
      cluster.kafka().start();
      var landed = dataset.zone().state().sources();
      assertThatThrownBy(dataset::start)
          .isInstanceOf(LandingException.NeedsOperator.class)
          .hasMessageContaining("10 offsets are landed but Kafka has only 0")
          .hasMessageContaining("tidemark topics reset " + dataset.topic().name());
      assertThat(dataset.zone().state().sources()).isEqualTo(landed);
    }
  }

  /** As after a lost disk: the topic-partition is there, and its records are not. */
  private static void empty(Path log) throws IOException {
    try (Stream<Path> files = Files.list(log)) {
      for (Path file : files.toList()) {
        if (!file.getFileName().toString().equals("partition.metadata")) {
          Files.delete(file);
        }
      }
    }
  }

  private void send(TestDataset dataset, String key, String value) throws Exception {
    byte[] bytes = value == null ? null : value.getBytes(UTF_8);
    dataset
        .topic()
        .producer()
        .send(
            new ProducerRecord<>(
                dataset.topic().name(), 0, T13.toEpochMilli(), key.getBytes(UTF_8), bytes))
        .get();
  }

  private void configure(ConfigResource.Type type, String name, Map<String, String> settings)
      throws Exception {
    List<AlterConfigOp> set =
        settings.entrySet().stream()
            .map(
                e ->
                    new AlterConfigOp(
                        new ConfigEntry(e.getKey(), e.getValue()), AlterConfigOp.OpType.SET))
            .toList();
    try (Admin admin = admin()) {
      admin.incrementalAlterConfigs(Map.of(new ConfigResource(type, name), set)).all().get();
    }
  }

  /** What is left of a topic of one partition, by offset; the text of a null value is empty. */
  private Map<Long, String> records(String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    Map<Long, String> records = new TreeMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      while (consumer.position(partition) < end) {
        consumer
            .poll(Duration.ofMillis(100))
            .forEach(
                r ->
                    records.put(r.offset(), r.value() == null ? "" : new String(r.value(), UTF_8)));
      }
    }
    return records;
  }

  private long end(TopicPartition partition) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      return consumer.endOffsets(List.of(partition)).get(partition);
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(servers(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private Admin admin() {
    return Admin.create(servers());
  }

  private Map<String, Object> servers() {
    return Map.of("bootstrap.servers", cluster.kafka().bootstrapServers());
  }
}
