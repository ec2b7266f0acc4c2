package dev.tidemark.standalone;

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
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.sql.SparkSession;

/**
 * A Kafka and an HDFS that run apart, and one configuration for programs in processes of their own:
 * a dataset {@code events} in minute partitions, which close as soon as they may.
 */
final class SeparatePrograms implements AutoCloseable {
  private final ExternalKafka kafka;
  private final ExternalHdfs hdfs;
  private final Program program;
  private final Path config;
  private final URI collector;
  private final DatasetView view;

  private SeparatePrograms(Path directory, ExternalKafka kafka, ExternalHdfs hdfs)
      throws IOException {
    this.kafka = kafka;
    this.hdfs = hdfs;
    program = new Program(directory);
    int port = Ports.free();
    collector = URI.create("http://127.0.0.1:" + port);
    config = Files.writeString(directory.resolve("tidemark.yaml"), yaml(directory, port));
    view = new DatasetView(dataset(config), Clock.systemUTC());
  }

  /** Starts Kafka and HDFS, and no program yet. */
  static SeparatePrograms in(Path directory) throws Exception {
    ExternalKafka kafka = new ExternalKafka(directory.resolve("kafka"), 0);
    ExternalHdfs hdfs = new ExternalHdfs(directory.resolve("hdfs"), 0);
    CompletableFuture<ExternalHdfs> hdfsStart = async(hdfs::start);
    kafka.start();
    kafka.createTopic("events", 3);
    kafka.createTopic("events-rejected", 1);
    hdfsStart.get();
    return new SeparatePrograms(directory, kafka, hdfs);
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
          spill: {dir: %s/spill}
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

  /** A session of this process, for reading what was published. */
  static SparkSession reader(Path directory) {
    return SparkSession.builder()
        .master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.warehouse.dir", directory.resolve("reader").toString())
        .getOrCreate();
  }

  /** Starts a program that runs until it is stopped; the command is its name. */
  ChildJvm start(String command) throws IOException {
    return program.start(command, command, "--config", config.toString());
  }

  /** Runs a command to its end. */
  Program.Answer run(String command, String... further) throws IOException {
    String[] arguments = new String[further.length + 3];
    arguments[0] = command;
    System.arraycopy(further, 0, arguments, 1, further.length);
    arguments[further.length + 1] = "--config";
    arguments[further.length + 2] = config.toString();
    return program.run(command, arguments);
  }

  ExternalKafka kafka() {
    return kafka;
  }

  /** Where the collector listens when it runs. */
  URI collector() {
    return collector;
  }

  /** Of the dataset. */
  URI root() {
    return URI.create(hdfs.uri() + "/tidemark/events");
  }

  DatasetView view() {
    return view;
  }

  @Override
  public void close() throws IOException {
    hdfs.close();
    kafka.close();
  }
}
