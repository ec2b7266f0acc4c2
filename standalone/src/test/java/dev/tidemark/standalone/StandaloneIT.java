package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.embedded.Ports;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.RetentionConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole pipeline in a process of its own, with its Kafka and its HDFS, killed and stopped. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandaloneIT {
  private static final int ENOUGH = 60;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Path directory;
  private Program program;
  private SparkSession spark;

  @BeforeAll
  void start(@TempDir Path temporary) {
    directory = temporary;
    program = new Program(directory);
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.warehouse.dir", directory.resolve("reader").toString())
            .getOrCreate();
  }

  @AfterAll
  void stop() {
    if (spark != null) {
      spark.stop();
    }
  }

  @Test
  void no_acknowledged_event_is_lost_or_counted_twice_when_everything_is_killed() throws Exception {
    URI root = URI.create("hdfs://127.0.0.1:" + Ports.free() + "/tidemark/events");
    URI collector = URI.create("http://127.0.0.1:" + Ports.free());
    String kafka = "127.0.0.1:" + Ports.free();
    String[] arguments = arguments(dataDirectory(), kafka, root, collector);
    DatasetView view = new DatasetView(dataset(root), Clock.systemUTC());
    Set<String> acknowledged = new HashSet<>();
    Set<String> sent = new HashSet<>();
    try (ChildJvm killed = program.start("standalone", arguments)) {
      awaitReady(killed, collector);
      try (Visitors visitors = visitors(collector, "before")) {
        // In the middle of landing, while events are being sent and acknowledged.
        until(killed, 1, () -> view.landedRows() >= ENOUGH && view.state().pending().isPresent());
        killed.kill();
        await().until(() -> visitors.sent().size() > visitors.acknowledged().size());
        visitors.close();
        acknowledged.addAll(visitors.acknowledged());
        sent.addAll(visitors.sent());
      }
    }
    try (ChildJvm again = program.start("standalone", arguments)) {
      awaitReady(again, collector);
      try (Visitors visitors = visitors(collector, "after")) {
        until(again, 50, () -> visitors.acknowledged().size() >= ENOUGH);
        visitors.close();
        assertThat(visitors.acknowledged()).isEqualTo(visitors.sent());
        acknowledged.addAll(visitors.acknowledged());
        sent.addAll(visitors.sent());
      }
      long inKafka = view.recordsInKafka(kafka);
      until(again, 500, () -> view.isCarriedThrough(inKafka));

      List<String> published = view.publishedIds(spark);
      assertThat(published)
          .doesNotHaveDuplicates()
          .hasSize((int) inKafka)
          .containsAll(acknowledged);
      // An event without an answer may be there or not, but nothing else is.
      assertThat(sent).containsAll(published);

      assertReprocessingChangesNothing(view);
      again.terminate();
      assertThat(again.awaitExit(Duration.ofMinutes(1))).isEqualTo(ProgramsIT.TERMINATED);
      assertThat(again.output()).doesNotContain("did not stop", "Exception", "ERROR");
    }
  }

  @Test
  void what_a_person_must_do_about_a_topic_can_be_done_while_it_is_up() throws Exception {
    URI root = URI.create("hdfs://127.0.0.1:" + Ports.free() + "/tidemark/events");
    URI collector = URI.create("http://127.0.0.1:" + Ports.free());
    String kafka = "127.0.0.1:" + Ports.free();
    Path data = directory.resolve("anew");
    String[] arguments = arguments(data, kafka, root, collector);
    DatasetView view = new DatasetView(dataset(root), Clock.systemUTC());
    try (ChildJvm standalone = program.start("anew", arguments);
        Admin admin = Admin.create(Map.<String, Object>of("bootstrap.servers", kafka))) {
      awaitReady(standalone, collector);
      try (Visitors visitors = visitors(collector, "old")) {
        until(standalone, 100, () -> view.landedRows() > 0);
        visitors.close();
      }
      admin.deleteTopics(List.of("events")).all().get();
      await()
          .ignoreExceptions()
          .until(
              () -> {
                admin.createTopics(List.of(new NewTopic("events", 1, (short) 1))).all().get();
                return true;
              });
      until(standalone, 200, () -> standalone.output().contains("Nothing lands any more"));
      assertThat(standalone.output()).contains("created anew", "tidemark topics reset events");
      Program.Answer reset =
          program.run(
              "topics",
              "topics",
              "reset",
              "events",
              "--reason",
              "made anew",
              "--config",
              data.resolve("tidemark.yaml").toString());
      assertThat(reset.exitCode()).as(reset.output()).isZero();
      standalone.terminate();
      standalone.awaitExit(Duration.ofMinutes(1));
    }
    try (ChildJvm again = program.start("reset", arguments)) {
      awaitReady(again, collector);
      long before = view.landedRows();
      try (Visitors visitors = visitors(collector, "new")) {
        until(again, 100, () -> view.landedRows() > before);
        visitors.close();
      }
    }
  }

  private String[] arguments(Path data, String kafka, URI root, URI collector) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("standalone"));
    for (String setting :
        List.of(
            "standalone.data-dir=" + data,
            "kafka.bootstrap.servers=" + kafka,
            "datasets.0.root=" + root,
            "datasets.0.granularity=PT1M",
            "collector.port=" + collector.getPort(),
            "datasets.0.delay=PT1S",
            "datasets.0.grace=PT1S",
            "ingest.trigger=PT1S",
            "ingest.checkpoint-dir=" + directory)) {
      arguments.addAll(List.of("--set", setting));
    }
    return arguments.toArray(String[]::new);
  }

  private Path dataDirectory() {
    return directory.resolve("data");
  }

  private static DatasetConfig dataset(URI root) {
    return new DatasetConfig(
        "events",
        root,
        List.of("events"),
        Granularity.parse("PT1M"),
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        Optional.empty(),
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        RetentionConfig.NONE);
  }

  private static Visitors visitors(URI collector, String name) {
    return new Visitors(collector, name, Duration.ofMillis(50), Clock.systemUTC());
  }

  private static void awaitReady(ChildJvm pipeline, URI collector) {
    until(pipeline, 100, () -> Visitors.isReady(collector));
  }

  /** As long as the pipeline lives; while it starts, nobody may answer. */
  private static void until(ChildJvm pipeline, long pollMillis, Callable<Boolean> condition) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(pollMillis))
        .ignoreExceptionsInstanceOf(IOException.class)
        .failFast("the pipeline has ended", () -> !pipeline.isAlive())
        .until(condition);
  }

  private void assertReprocessingChangesNothing(DatasetView view) throws IOException {
    PartitionSummary fullest =
        view.partitions().stream()
            .max(Comparator.comparingLong(PartitionSummary::out))
            .orElseThrow();
    List<String> before = view.publishedIds(spark);
    String config = dataDirectory().resolve("tidemark.yaml").toString();
    Program.Answer reprocess =
        program.run("reprocess", "reprocess", fullest.partition().toString(), "--config", config);
    assertThat(reprocess.exitCode()).as(reprocess.output()).isZero();

    PartitionSummary after =
        view.operations().summary(view.operations().partition(fullest.partition()));
    assertThat(after.revision()).isEqualTo(fullest.revision() + 1);
    assertThat(after.out()).isEqualTo(fullest.out());
    assertThat(view.publishedIds(spark)).containsExactlyInAnyOrderElementsOf(before);
    Program.Answer partitions =
        program.run("partitions", "partitions", "-o", "json", "--config", config);
    assertThat(partitions.exitCode()).as(partitions.output()).isZero();
    assertThat(partitions.json())
        .filteredOn(p -> p.get("revision").asInt() == after.revision())
        .extracting(p -> p.get("partition").asText())
        .contains(fullest.partition().toString());
  }

  @Test
  void every_mistake_in_the_configuration_is_named_at_once() throws IOException {
    Program.Answer answer =
        program.run(
            "mistakes",
            "standalone",
            "--set",
            "standalone.data-dir=" + directory.resolve("never"),
            "--set",
            "datasets.0.granularity=PT7M",
            "--set",
            "ingest.trigger=soon",
            "--set",
            "collector.prot=80");
    assertThat(answer.exitCode()).as(answer.output()).isEqualTo(2);
    assertThat(answer.output().lines())
        .anyMatch(l -> l.contains("datasets[0].granularity") && l.contains("PT7M"))
        .anyMatch(l -> l.contains("ingest.trigger") && l.contains("soon"))
        .anyMatch(l -> l.contains("collector.prot") && l.contains("'collector.port'"));
    assertThat(directory.resolve("never")).doesNotExist();
  }
}
