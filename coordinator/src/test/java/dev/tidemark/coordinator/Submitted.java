package dev.tidemark.coordinator;

import static java.nio.charset.StandardCharsets.UTF_8;
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

/** A dataset on a real HDFS, whose hours are processed in Spark applications of their own. */
final class Submitted implements AutoCloseable {
  private static final Map<String, String> SMALL =
      Map.of(
          "spark.driver.host", "127.0.0.1",
          "spark.driver.bindAddress", "127.0.0.1",
          "spark.driver.memory", "512m",
          "spark.executor.memory", "512m",
          "spark.executor.instances", "1",
          "spark.hadoop.dfs.replication", "1",
          // They live for seconds.
          "spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
          "spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");

  private final URI root;
  private final LandingFileSystem files;
  private final BatchConfig config;
  private final Path logs;
  private final Processing engine;
  private final World world;
  private final Coordinator coordinator;

  /**
   * Begins a dataset.
   *
   * @param name of its root and of the directory of the applications' logs
   * @param spark where applications run, over what keeps them small
   * @param home Spark's installation; without it Spark comes from the class path
   */
  Submitted(
      EmbeddedHdfs hdfs,
      Path directory,
      String name,
      Map<String, String> spark,
      Optional<SparkHome> home) {
    root = URI.create(hdfs.uri() + "/" + name);
    files = FileSystems.open(root, hdfs.configuration());
    logs = directory.resolve(name);
    System.setProperty("tidemark.log.dir", logs.toString());
    Map<String, String> all = new HashMap<>(SMALL);
    all.putAll(spark);
    config =
        new BatchConfig(
            Engine.SPARK_SUBMIT,
            Path.of("../conf/events"),
            128L << 20,
            2,
            IpPolicy.KEEP,
            new SubmitConfig(all, home.map(SparkHome::directory), Duration.ofMinutes(2), 3));
    engine = Engines.start(World.dataset(root, Granularity.HOUR), files, config, World.CONFIG);
    world = new World(files, Granularity.HOUR, root, new LineProcessing(files), engine);
    coordinator = coordinator(engine);
  }

  World world() {
    return world;
  }

  Coordinator coordinator() {
    return coordinator;
  }

  /** Another one, with another engine. */
  Coordinator coordinator(Processing other) {
    return Coordinator.wire(
        world.dataset(), World.CONFIG, world.newJournal(), files, other, world.clock, id -> true);
  }

  /** The engine that works in this process, with the same configuration. */
  SparkProcessing embedded() {
    return (SparkProcessing)
        EmbeddedEngine.start("local[2]", World.dataset(root, Granularity.HOUR), files, config);
  }

  /** What landed has its length, but fewer lines than it had. */
  void poison(String hour) throws IOException {
    String landed = LandingZone.landing(World.generation(hour));
    String path = landed + "/" + world.names(landed).get(0);
    String text = new String(files.read(path), UTF_8);
    files.deleteFile(path);
    files.write(path, text.replaceFirst("\n", " ").getBytes(UTF_8));
  }

  List<Map<String, String>> rows(SparkProcessing reading, String hour) {
    return reading.show(LandingZone.published(PartitionId.parse(hour)), 100);
  }

  Path logs() {
    return logs;
  }

  /** What all applications wrote so far, one after another. */
  String written() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> each = Files.list(logs)) {
      for (Path log : each.sorted().toList()) {
        all.append(Files.readString(log));
      }
    }
    return all.toString();
  }

  void ticksUntil(Callable<Boolean> condition) {
    ticksUntil(coordinator, condition);
  }

  static void ticksUntil(Coordinator coordinator, Callable<Boolean> condition) {
    waitFor(
        () -> {
          coordinator.tick();
          return condition.call();
        });
  }

  static void waitFor(Callable<Boolean> condition) {
    await().atMost(Duration.ofSeconds(150)).pollInterval(Duration.ofMillis(100)).until(condition);
  }

  static String event(String id, int query) {
    return "{\"event_id\":\""
        + id
        + "\",\"received_at\":\"2026-08-22T13:04:05.678Z\",\"source\":\"web\",\"ip\":\"203.0.113.7\","
        + "\"user_agent\":\"UA\",\"event\":{\"sid\":\"s1\",\"timestamp\":\"2026-08-22T13:04:05\","
        + "\"type\":\"search\",\"searchQuery\":\"q"
        + query
        + "\"}}";
  }

  @Override
  public void close() {
    try (engine) {
      coordinator.close();
    }
  }
}
