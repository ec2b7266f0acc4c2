package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.EventTimeConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.RetentionConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A dataset of a test's own on the shared cluster: a topic, a root, and the ingests on them. */
final class TestDataset implements AutoCloseable {
  static final Granularity MINUTE = Granularity.parse("PT1M");
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final Cluster cluster;
  private final int partitions;
  private final TestTopic topic;
  private final URI root;
  private final LandedZone zone;
  private final Map<String, String> clientSettings = new HashMap<>();
  private Duration settling = Duration.ZERO;
  private Optional<EventTimeConfig> eventTime = Optional.empty();
  private final MeterRegistry metrics = new SimpleMeterRegistry();
  private final List<Ingest> started = new ArrayList<>();

  TestDataset(Cluster cluster, int partitions) throws Exception {
    this(cluster, partitions, Map.of());
  }

  TestDataset(Cluster cluster, int partitions, Map<String, Object> producerSettings)
      throws Exception {
    String name = "events-" + UUID.randomUUID();
    this.cluster = cluster;
    this.partitions = partitions;
    this.topic = new TestTopic(cluster, name, partitions, producerSettings);
    this.root = URI.create(cluster.hdfs().uri() + "/" + name);
    this.zone = new LandedZone(root, cluster.hdfs().configuration());
    clientSettings.put("bootstrap.servers", cluster.kafka().bootstrapServers());
  }

  int partitions() {
    return partitions;
  }

  /** A stream that died on purpose is closed, and no reason to fail any more. */
  void forgetDead() {
    started.stream().filter(i -> i.failure().isPresent()).forEach(Ingest::close);
    started.removeIf(i -> i.failure().isPresent());
  }

  TestTopic topic() {
    return topic;
  }

  LandedZone zone() {
    return zone;
  }

  URI root() {
    return root;
  }

  TestDataset with(String clientSetting, String value) {
    clientSettings.put(clientSetting, value);
    return this;
  }

  TestDataset settling(Duration length) {
    settling = length;
    return this;
  }

  TestDataset by(EventTimeConfig time) {
    eventTime = Optional.of(time);
    return this;
  }

  Ingest start() {
    return start(Duration.ofMillis(200));
  }

  Ingest start(Duration trigger) {
    return start(trigger, 1_000_000);
  }

  Ingest start(Duration trigger, long maxOffsetsPerTrigger) {
    IngestConfig config = config(trigger, maxOffsetsPerTrigger);
    Ingest ingest = Ingest.wire(cluster.spark(), dataset(), kafka(), config, Clock.systemUTC());
    started.add(ingest);
    return ingest.start();
  }

  /** Starts a stream that is kept running; the caller closes it. */
  RestartingIngest startKept() {
    return RestartingIngest.wire(
            cluster.spark(),
            dataset(),
            kafka(),
            config(Duration.ofMillis(200), 1_000_000),
            metrics,
            Clock.systemUTC())
        .start();
  }

  MeterRegistry metrics() {
    return metrics;
  }

  private DatasetConfig dataset() {
    return new DatasetConfig(
        "events",
        root,
        List.of(topic.name()),
        MINUTE,
        Duration.ZERO,
        Duration.ofMinutes(5),
        // The events of the tests have fixed times.
        Duration.ofDays(36_500),
        eventTime,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        RetentionConfig.NONE);
  }

  private IngestConfig config(Duration trigger, long maxOffsetsPerTrigger) {
    return new IngestConfig(
        trigger,
        maxOffsetsPerTrigger,
        Optional.empty(),
        cluster.directory(),
        settling,
        Duration.ofSeconds(2),
        Duration.ofMillis(500),
        Optional.empty());
  }

  private KafkaConfig kafka() {
    return new KafkaConfig(clientSettings);
  }

  /** The configuration of this dataset, for commands. */
  ConfigSource config() {
    String yaml =
        """
        kafka: {bootstrap.servers: "%s"}
        datasets: [{name: events, root: "%s", topics: ["%s"], granularity: PT1M}]
        """
            .formatted(cluster.kafka().bootstrapServers(), root, topic.name());
    return () -> ConfigFile.parse(yaml, "test", Map.of(), List.of());
  }

  TopicPartition source(int partition) throws Exception {
    return new TopicPartition(cluster.kafka().topicIds().get(topic.name()).toString(), partition);
  }

  /** Waits until every record sent so far is landed, and its files are in place. */
  void awaitLanded() throws Exception {
    Map<Integer, Long> untils = new HashMap<>();
    topic.sent().forEach(r -> untils.merge(r.partition(), r.offset() + 1, Math::max));
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (Map.Entry<Integer, Long> until : untils.entrySet()) {
      ends.put(source(until.getKey()), until.getValue());
    }
    await()
        .atMost(LIMIT)
        // Of a file system that has just come back the first look may be refused.
        .ignoreExceptionsInstanceOf(LandingException.Unavailable.class)
        .until(
            () ->
                alive()
                    && zone.state().pending().isEmpty()
                    && ends.entrySet().stream()
                        .allMatch(e -> zone.state().landed(e.getKey()) >= e.getValue()));
  }

  private boolean alive() {
    for (Ingest ingest : started) {
      ingest
          .failure()
          .ifPresent(
              e -> {
                throw new AssertionError("The stream died", e);
              });
    }
    return true;
  }

  void awaitWatermark(Instant least) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(zone.state().watermark())
                    .hasValueSatisfying(w -> assertThat(w).isAfterOrEqualTo(least)));
  }

  /** Every record sent that has a value stands once, in its minute, as it was sent. */
  void assertEveryRecordLandedOnce() throws Exception {
    List<String> expected =
        topic.sent().stream()
            .filter(s -> s.value() != null)
            .map(
                s ->
                    line(
                        s.partition(),
                        s.offset(),
                        PartitionId.of(s.time(), MINUTE),
                        s.value().replace('\n', ' ')))
            .toList();
    assertThat(zone.lines())
        .extracting(l -> line(l.partition(), l.offset(), l.generation().partition(), l.text()))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static String line(int partition, long offset, PartitionId minute, String text) {
    return partition + "@" + offset + " " + minute + " " + text;
  }

  @Override
  public void close() {
    started.forEach(Ingest::close);
    topic.close();
  }
}
