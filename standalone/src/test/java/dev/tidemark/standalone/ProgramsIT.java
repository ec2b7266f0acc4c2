package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.embedded.ExternalHdfs;
import dev.tidemark.embedded.ExternalKafka;
import dev.tidemark.embedded.Ports;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.Problems;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Collector, ingest and coordinator, each a process of its own, on a Kafka and an HDFS apart. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProgramsIT {
  private static final int ENOUGH = 300;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** How often ingest is killed; more by {@code -Dtidemark.kills=N}. */
  private static final int KILLS = Integer.getInteger("tidemark.kills", 3);

  /**
   * What a JVM ends with that SIGTERM ended (128 + 15), after its hooks have stopped the program in
   * good order; a program that ended by itself, or failed, has another.
   */
  static final int TERMINATED = 143;

  private ExternalKafka kafka;
  private ExternalHdfs hdfs;
  private SparkSession spark;
  private Program program;
  private Path config;
  private URI collectorAddress;
  private DatasetView view;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    kafka = new ExternalKafka(directory.resolve("kafka"), 0);
    hdfs = new ExternalHdfs(directory.resolve("hdfs"), 0);
    CompletableFuture<ExternalHdfs> hdfsStart = async(hdfs::start);
    kafka.start();
    kafka.createTopic("events", 3);
    kafka.createTopic("events-rejected", 1);
    hdfsStart.get();
    program = new Program(directory);
    int port = Ports.free();
    collectorAddress = URI.create("http://127.0.0.1:" + port);
    config = Files.writeString(directory.resolve("tidemark.yaml"), yaml(directory, port));
    view = new DatasetView(dataset(config), Clock.systemUTC());
    spark =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.warehouse.dir", directory.resolve("reader").toString())
            .getOrCreate();
  }

  private static <T> CompletableFuture<T> async(Callable<T> start) {
    CompletableFuture<T> future = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                future.complete(start.call());
              } catch (Exception e) {
                future.completeExceptionally(e);
              }
            },
            "start")
        .start();
    return future;
  }

  private String yaml(Path directory, int collectorPort) {
    return """
        kafka:
          bootstrap.servers: %s
        datasets:
          - name: events
            root: %s/tidemark/events
            topics: [events]
            granularity: PT1M
            delay: PT1S
            grace: PT1S
            late-quiet: PT2S
            late-longest-wait: PT5S
        collector:
          port: %d
          drain-delay: PT1S
        ingest:
          trigger: PT1S
          spark-master: local[2]
          checkpoint-dir: %s
          settling: PT2S
          lease: PT3S
        batch:
          event-types-dir: %s
        coordinator:
          schedule: "* * * * * ?"
          lease: PT5S
          backoff: PT1S
          retries: 20
        """
        .formatted(
            kafka.bootstrapServers(),
            hdfs.uri(),
            collectorPort,
            directory,
            Program.home().resolve("conf/events"));
  }

  private static DatasetConfig dataset(Path config) {
    Problems problems = new Problems();
    List<DatasetConfig> all =
        DatasetConfig.readAll(ConfigFile.read(config, Map.of(), List.of()).root(problems));
    problems.throwIfAny();
    return all.get(0);
  }

  @AfterAll
  void stop() throws Exception {
    if (spark != null) {
      spark.stop();
    }
    if (hdfs != null) {
      hdfs.close();
    }
    if (kafka != null) {
      kafka.close();
    }
  }

  @Test
  void every_event_is_published_once_though_ingest_and_coordinator_are_killed() throws Exception {
    try (ChildJvm collector = start("collector");
        ChildJvm firstIngest = start("ingest");
        ChildJvm killedCoordinator = start("coordinator")) {
      await().atMost(LIMIT).ignoreExceptions().until(() -> Visitors.isReady(collectorAddress));
      try (Visitors visitors =
          new Visitors(collectorAddress, "event", Duration.ofMillis(150), Clock.systemUTC())) {
        // In the middle of landing, again and again, beside one that stands by …
        try (ChildJvm ingest = killAgainAndAgain(firstIngest)) {
          // … and in the middle of processing.
          until(this::isProcessing, 5);
          killedCoordinator.kill();
          try (ChildJvm coordinator = start("coordinator")) {
            until(() -> visitors.sent().size() >= ENOUGH, 50);
            visitors.close();
            assertThat(visitors.acknowledged()).isEqualTo(visitors.sent());
            assertEachIsPublishedOnce(visitors);
            assertEndsInGoodOrder(collector, ingest, coordinator);
          }
        }
      }
    }
  }

  /** Kills the process that lands, while another waits to take over; returns the last one. */
  private ChildJvm killAgainAndAgain(ChildJvm first) throws IOException {
    ChildJvm lands = first;
    for (int kill = 0; kill < KILLS; kill++) {
      ChildJvm standsBy = start("ingest");
      long before = view.landedRows();
      until(() -> view.landedRows() > before + 20 && view.state().pending().isPresent(), 1);
      lands.kill();
      lands = standsBy;
    }
    return lands;
  }

  private ChildJvm start(String command) throws IOException {
    return program.start(command, command, "--config", config.toString());
  }

  private void until(Callable<Boolean> condition, long pollMillis) {
    await().atMost(LIMIT).pollInterval(Duration.ofMillis(pollMillis)).until(condition);
  }

  private boolean isProcessing() {
    return view.state().partitions().values().stream().anyMatch(p -> p.claim().isPresent());
  }

  private void assertEachIsPublishedOnce(Visitors visitors) throws IOException {
    int count = visitors.sent().size();
    until(() -> view.landedRows() >= count, 200);
    // A person need not wait for the end of the minute.
    for (PartitionSummary p : view.partitions()) {
      if (p.standing() == PartitionSummary.Standing.OPEN) {
        program.run("close", "close", p.partition().toString(), "--force", "--config", config + "");
      }
    }
    until(() -> view.isCarriedThrough(count), 500);
    assertThat(view.recordsInKafka(kafka.bootstrapServers())).isEqualTo(count);
    Program.Answer partitions =
        program.run("partitions", "partitions", "-o", "json", "--config", config.toString());
    assertThat(partitions.exitCode()).as(partitions.output()).isZero();
    JsonNode rows = partitions.json();
    assertThat(rows.findValuesAsText("standing")).isNotEmpty().containsOnly("ARCHIVED");
    assertThat(rows.findValues("out").stream().mapToLong(JsonNode::asLong).sum()).isEqualTo(count);
    Program.Answer audit = program.run("audit", "audit", "--config", config.toString());
    assertThat(audit.exitCode()).as(audit.output()).isZero();
    assertThat(audit.output()).contains("Every record is accounted for once");
    assertThat(view.publishedIds(spark)).containsExactlyInAnyOrderElementsOf(visitors.sent());
  }

  private static void assertEndsInGoodOrder(ChildJvm... programs) throws IOException {
    for (ChildJvm each : programs) {
      assertThat(each.isAlive()).isTrue();
      each.terminate();
    }
    for (ChildJvm each : programs) {
      assertThat(each.awaitExit(Duration.ofMinutes(1))).isEqualTo(TERMINATED);
    }
  }
}
