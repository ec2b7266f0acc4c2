package dev.tidemark.coordinator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.coordinator.action.EmbeddedEngine;
import dev.tidemark.coordinator.action.Engines;
import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processing in applications on a Spark cluster whose processes run apart, on a real HDFS. */
@Timeout(300)
class SubmitIT {
  private static final String H12 = "2026-08-22T12";
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

  @TempDir private static Path directory;
  private static EmbeddedHdfs hdfs;
  private static SparkCluster cluster;

  private URI root;
  private LandingFileSystem files;
  private Path logs;
  private Processing engine;
  private World world;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new EmbeddedHdfs(directory.resolve("hdfs"), 0).start();
    cluster = new SparkCluster(directory.resolve("spark"));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
    hdfs.close();
  }

  @BeforeEach
  void root(TestInfo test) {
    String name = test.getTestMethod().orElseThrow().getName();
    root = URI.create(hdfs.uri() + "/" + name);
    files = FileSystems.open(root, hdfs.configuration());
    logs = directory.resolve(name);
    System.setProperty("tidemark.log.dir", logs.toString());
    engine = Engines.start(World.dataset(root, Granularity.HOUR), files, config(), World.CONFIG);
    world = new World(files, Granularity.HOUR, root, new LineProcessing(files), engine);
  }

  private static BatchConfig config() {
    Map<String, String> spark = new HashMap<>();
    spark.put("spark.master", cluster.master());
    spark.put("spark.driver.host", "127.0.0.1");
    spark.put("spark.driver.bindAddress", "127.0.0.1");
    spark.put("spark.driver.memory", "512m");
    spark.put("spark.executor.memory", "512m");
    spark.put("spark.hadoop.dfs.replication", "1");
    // They live for seconds.
    spark.put("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    spark.put("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    return new BatchConfig(
        Engine.SPARK_SUBMIT,
        Path.of("../conf/events"),
        128L << 20,
        2,
        IpPolicy.KEEP,
        new SubmitConfig(spark, Optional.empty(), Duration.ofMinutes(2), 3));
  }

  @Test
  void an_application_that_is_killed_fails_its_attempt_and_the_next_gives_what_embedded_gives()
      throws Exception {
    world.lands(H13, event("a", 1), event("b", 2), event("a", 1), "not JSON");
    world.watermarkReaches("2026-08-22T14:06:00Z");
    try (Processing submitting = engine;
        Coordinator coordinator = coordinator(submitting)) {
      coordinator.tick();
      waitFor(() -> attemptDirectories(H13).size() == 1);
      ProcessHandle application = applications().get(0);
      assertThat(application.destroyForcibly()).isTrue();
      waitFor(() -> world.partition(H13).failure().isPresent());
      PartitionState.Failure failure = world.partition(H13).failure().orElseThrow();
      assertThat(failure.last().error())
          .contains(H13, "ended with exit code 137", "Nothing is published", logs.toString());
      assertThat(failure.last().retryAt()).isPresent();
      assertThat(world.isDone(H13)).isFalse();
      waitFor(() -> world.stagingLeft(H13).isEmpty());

      world.timePasses(Duration.ofSeconds(30));
      ticksUntil(coordinator, () -> world.rests(H13));
      assertThat(world.stagingLeft(H13)).isEmpty();
      waitFor(() -> applications().isEmpty());
    }
    assertThat(world.partition(H13).publication().orElseThrow().counts())
        .isEqualTo(new LogEntry.Counts(4, 2, 1, 1));
    String configHash = world.partition(H13).publication().orElseThrow().configHash();
    try (SparkProcessing embedded = embedded();
        Coordinator coordinator = coordinator(embedded)) {
      List<Map<String, String>> rows = rows(embedded);
      assertThat(rows).extracting(r -> r.get("search_query")).containsExactlyInAnyOrder("q1", "q2");
      world.operations().reprocess(PartitionId.parse(H13), "with the other engine");
      ticksUntil(coordinator, () -> world.rests(H13));
      assertThat(rows(embedded)).isEqualTo(rows);
    }
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(2);
    assertThat(world.partition(H13).publication().orElseThrow().configHash()).isEqualTo(configHash);
  }

  @Test
  void hours_to_catch_up_share_an_application_and_a_poisoned_one_fails_alone() throws Exception {
    for (String hour : List.of(H12, H13, H14)) {
      world.lands(hour, event(hour, 1), event("other", 2));
    }
    poison(H13);
    world.watermarkReaches("2026-08-22T15:06:00Z");
    try (Processing submitting = engine;
        Coordinator coordinator = coordinator(submitting)) {
      ticksUntil(
          coordinator,
          () -> world.rests(H12) && world.rests(H14) && world.partition(H13).failure().isPresent());
    }
    PartitionState poisoned = world.partition(H13);
    assertThat(poisoned.failure().orElseThrow().last().error()).contains(H13, "has 1 row");
    assertThat(poisoned.failure().orElseThrow().last().retryAt()).isEmpty();
    assertThat(world.isDone(H13)).isFalse();
    assertThat(world.partition(H12).publication().orElseThrow().counts().out()).isEqualTo(2);
    assertThat(world.partition(H14).publication().orElseThrow().counts().out()).isEqualTo(2);
    try (Stream<Path> written = Files.list(logs)) {
      assertThat(written).hasSize(1);
    }
  }

  /** What landed has its length, but fewer lines than it had. */
  private void poison(String hour) throws IOException {
    String landed = LandingZone.landing(World.generation(hour));
    String path = landed + "/" + world.names(landed).get(0);
    String text = new String(files.read(path), UTF_8);
    files.deleteFile(path);
    files.write(path, text.replaceFirst("\n", " ").getBytes(UTF_8));
  }

  private Coordinator coordinator(Processing engine) {
    return Coordinator.wire(
        world.dataset(), World.CONFIG, world.newJournal(), files, engine, world.clock, id -> true);
  }

  private SparkProcessing embedded() {
    return (SparkProcessing)
        EmbeddedEngine.start("local[2]", World.dataset(root, Granularity.HOUR), files, config());
  }

  private static List<Map<String, String>> rows(SparkProcessing reading) {
    return reading.show(LandingZone.published(PartitionId.parse(H13)), 100);
  }

  private List<String> attemptDirectories(String hour) {
    return world.stagingLeft(hour).stream().filter(n -> !n.contains(".")).toList();
  }

  private static List<ProcessHandle> applications() {
    return ProcessHandle.current().children().filter(p -> !cluster.has(p.pid())).toList();
  }

  private static void ticksUntil(Coordinator coordinator, Callable<Boolean> condition) {
    waitFor(
        () -> {
          coordinator.tick();
          return condition.call();
        });
  }

  private static void waitFor(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(150)).pollInterval(Duration.ofMillis(100)).until(condition);
  }

  private static String event(String id, int query) {
    return "{\"event_id\":\""
        + id
        + "\",\"received_at\":\"2026-08-22T13:04:05.678Z\",\"source\":\"web\",\"ip\":\"203.0.113.7\","
        + "\"user_agent\":\"UA\",\"event\":{\"sid\":\"s1\",\"timestamp\":\"2026-08-22T13:04:05\","
        + "\"type\":\"search\",\"searchQuery\":\"q"
        + query
        + "\"}}";
  }
}
