package dev.tidemark.ingest.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.embedded.EmbeddedKafka;
import dev.tidemark.ingest.watermark.TopicHealth;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.check.Finding.Severity;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Roots;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On one broker, so every topic has one replica, which is a warning of its own. */
class TopicsCheckIT {
  @TempDir private static Path directory;
  private static EmbeddedKafka kafka;
  private static Map<String, String> settings;

  @BeforeAll
  static void start() throws IOException {
    kafka = new EmbeddedKafka(directory.resolve("kafka"), 0).start();
    settings = Map.of("bootstrap.servers", kafka.bootstrapServers());
  }

  @AfterAll
  static void stop() throws IOException {
    kafka.close();
  }

  @Test
  void a_topic_that_is_missing_is_a_failure_with_the_command_that_makes_it() {
    List<Finding> found = look("missing");
    assertThat(found.get(0).severity()).isEqualTo(Severity.OK);
    assertThat(found.get(1).severity()).isEqualTo(Severity.FAILURE);
    assertThat(found.get(1).repair().orElseThrow()).contains("--create --topic missing");
  }

  @Test
  void one_replica_is_a_warning() throws Exception {
    make("single", Map.of());
    assertThat(look("single").get(1).severity()).isEqualTo(Severity.WARNING);
    assertThat(look("single").get(1).found()).contains("has 1 replica and", "on one disk only");
  }

  @Test
  void more_replicas_asked_for_than_there_are_is_a_failure() throws Exception {
    make("impossible", Map.of("min.insync.replicas", "2"));
    assertThat(look("impossible").get(1).severity()).isEqualTo(Severity.FAILURE);
    assertThat(look("impossible").get(1).found()).contains("takes no event");
  }

  @Test
  void a_retention_that_is_shorter_than_an_outage_may_be_is_told() throws Exception {
    make("short", Map.of("retention.ms", "60000"));
    assertThat(look("short"))
        .anySatisfy(f -> assertThat(f.repair().orElse("")).contains("retention.ms"));
  }

  @Test
  void a_kafka_that_is_away_is_one_failure() {
    List<Finding> found =
        new TopicsCheck(Map.of("bootstrap.servers", "127.0.0.1:1"), Set.of("events")).look();
    assertThat(found).hasSize(1);
    assertThat(found.get(0).severity()).isEqualTo(Severity.FAILURE);
    assertThat(found.get(0).found()).contains("Kafka does not answer");
  }

  @Test
  void the_topics_of_datasets_and_collectors_are_looked_at() throws Exception {
    make("clicks", Map.of());
    String yaml =
        """
        kafka: {bootstrap.servers: "%s"}
        collector: {topic: web}
        datasets: [{name: clicks, root: "file:///nowhere", topics: [clicks]}]
        """
            .formatted(kafka.bootstrapServers());
    List<Finding> found =
        TopicsCheck.of(ConfigFile.parse(yaml, "test.yaml", Map.of(), List.of()), Clock.systemUTC())
            .get(0)
            .look();
    assertThat(found)
        .extracting(Finding::found)
        .anyMatch(f -> f.contains("'clicks' has"))
        .anyMatch(f -> f.contains("'web' does not exist"))
        .anyMatch(f -> f.contains("'web-rejected' does not exist"));
  }

  @Test
  void where_there_is_no_collector_none_of_its_topics_is_missed() throws Exception {
    make("orders", Map.of());
    ConfigFile file = file("orders", URI.create("file:///nowhere"));
    assertThat(TopicsCheck.of(file, Clock.systemUTC()).get(0).look())
        .extracting(Finding::found)
        .noneMatch(f -> f.contains("does not exist"));
  }

  @Test
  void a_topic_that_was_made_anew_is_a_failure_with_the_command_that_accepts_it() throws Exception {
    make("again", Map.of());
    ConfigFile file = file("again", directory.resolve("root").toUri());
    Journal journal =
        Journal.of(FileSystems.open(directory.resolve("root").toUri()), Clock.systemUTC(), "test");
    Roots.createOrCheck(journal, "again", Granularity.HOUR, "cluster");
    Check check = TopicsCheck.of(file, Clock.systemUTC()).get(1);
    assertThat(check.look()).extracting(Finding::severity).containsExactly(Severity.OK);

    journal.append(
        state -> Optional.of(new LogEntry.TopicAdded("again", "before", new TreeMap<>())));
    Finding found = check.look().get(0);
    assertThat(found.severity()).isEqualTo(Severity.FAILURE);
    assertThat(found.found()).contains("'again' was created anew", "the landing log knows before");
    assertThat(found.repair().orElseThrow()).contains("'tidemark topics reset again'");
  }

  @Test
  void what_kafka_deleted_before_it_landed_is_named_with_the_command_for_each() throws Exception {
    make("gone", Map.of());
    URI root = directory.resolve("gone-root").toUri();
    Journal journal = Journal.of(FileSystems.open(root), Clock.systemUTC(), "test");
    Roots.createOrCheck(journal, "gone", Granularity.HOUR, "cluster");
    Check check = TopicsCheck.of(file("gone", root), Clock.systemUTC()).get(1);
    String id =
        TopicHealth.ask(settings, List.of("gone"), Duration.ofSeconds(10))
            .get("gone")
            .orElseThrow()
            .id();
    journal.append(state -> Optional.of(new LogEntry.TopicAdded("gone", id, new TreeMap<>())));
    assertThat(check.look()).extracting(Finding::severity).containsExactly(Severity.OK);

    deleteBefore(Map.of(new TopicPartition("gone", 0), 3L, new TopicPartition("gone", 1), 1L));
    List<Finding> found = check.look();
    assertThat(found).extracting(Finding::severity).containsOnly(Severity.FAILURE);
    assertThat(found.get(0).found())
        .contains("gone-0: offsets [0, 3) were deleted", "(3 records at most)");
    assertThat(found.get(0).repair().orElseThrow()).contains("'tidemark gap gone-0 0 3'");
    assertThat(found.get(1).repair().orElseThrow()).contains("'tidemark gap gone-1 0 1'");
  }

  private static void deleteBefore(Map<TopicPartition, Long> offsets) throws Exception {
    Map<String, Object> producing =
        Map.of(
            "bootstrap.servers",
            kafka.bootstrapServers(),
            "key.serializer",
            StringSerializer.class,
            "value.serializer",
            StringSerializer.class);
    Map<TopicPartition, RecordsToDelete> before = new HashMap<>();
    try (KafkaProducer<String, String> producer = new KafkaProducer<>(producing);
        Admin admin = Admin.create(Map.copyOf(settings))) {
      for (Map.Entry<TopicPartition, Long> end : offsets.entrySet()) {
        TopicPartition tp = end.getKey();
        for (int i = 0; i < end.getValue(); i++) {
          producer.send(new ProducerRecord<>(tp.topic(), tp.partition(), null, "{}")).get();
        }
        before.put(tp, RecordsToDelete.beforeOffset(end.getValue()));
      }
      admin.deleteRecords(before).all().get();
    }
  }

  private static ConfigFile file(String dataset, URI root) {
    String yaml =
        """
        kafka: {bootstrap.servers: "%s"}
        datasets: [{name: %s, root: "%s", topics: [%s]}]
        """
            .formatted(kafka.bootstrapServers(), dataset, root, dataset);
    return ConfigFile.parse(yaml, "test.yaml", Map.of(), List.of());
  }

  private static List<Finding> look(String topic) {
    return new TopicsCheck(settings, Set.of(topic)).look();
  }

  private static void make(String topic, Map<String, String> configs) throws Exception {
    try (Admin admin = Admin.create(Map.copyOf(settings))) {
      admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1).configs(configs))).all().get();
    }
  }
}
