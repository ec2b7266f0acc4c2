package dev.tidemark.bench.pipeline;

import dev.tidemark.bench.Recordings;
import dev.tidemark.bench.collector.CollectorProgram;
import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.embedded.ExternalHdfs;
import dev.tidemark.embedded.ExternalKafka;
import dev.tidemark.embedded.Ports;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A broker, an HDFS and the three programs, each in processes of its own, all on this machine. The
 * options of their virtual machines are the launcher's.
 */
final class Machine implements AutoCloseable {
  private static final int TOPIC_PARTITIONS = 2;
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final long LOOK_MILLIS = 200;
  private static final int OK = 200;
  private static final int KILLED = 137;

  private final ExternalKafka kafka;
  private final ExternalHdfs hdfs;
  private final Map<String, ChildJvm> programs = new LinkedHashMap<>();
  private final List<Stage> stages = new ArrayList<>();
  private final int collectorPort;
  private final URI root;

  private Machine(ExternalKafka kafka, ExternalHdfs hdfs) throws IOException {
    this.kafka = kafka;
    this.hdfs = hdfs;
    this.collectorPort = Ports.free();
    this.root = URI.create(hdfs.uri() + "/tidemark/events");
  }

  /**
   * Starts everything, and returns when the collector is ready.
   *
   * @param granularity of the dataset
   */
  static Machine start(
      Path directory, Duration granularity, Duration trigger, Optional<Path> recordings)
      throws IOException {
    Machine machine =
        new Machine(
            new ExternalKafka(directory.resolve("kafka"), 0, List.of("-Xmx1g")),
            new ExternalHdfs(directory.resolve("hdfs"), 0));
    try {
      machine.run(directory, granularity, trigger, recordings);
      return machine;
    } catch (IOException | RuntimeException e) {
      machine.close();
      throw e;
    }
  }

  private void run(
      Path directory, Duration granularity, Duration trigger, Optional<Path> recordings)
      throws IOException {
    kafka.start();
    kafka.createTopic("events", TOPIC_PARTITIONS);
    kafka.createTopic("events-rejected", 1);
    hdfs.start();
    Path config =
        Files.writeString(
            directory.resolve("tidemark.yaml"), yaml(directory, granularity, trigger));
    List<ChildJvm> started =
        List.of(
            program("collector", config, recordings, "-Xmx1g"),
            program("ingest", config, recordings, "-Xmx2g", "-XX:+UseParallelGC"),
            program("coordinator", config, recordings, "-Xmx2g", "-XX:+UseParallelGC"));
    stages.add(new Stage("collector", List.of(started.get(0).pid())));
    stages.add(new Stage("kafka", List.of(kafka.pid())));
    stages.add(new Stage("ingest", List.of(started.get(1).pid())));
    stages.add(new Stage("process", List.of(started.get(2).pid())));
    stages.add(new Stage("hdfs", List.of(hdfs.nameNodePid(), hdfs.dataNodePid())));
    stages.add(new Stage("client", List.of(ProcessHandle.current().pid())));
    awaitReady();
  }

  private ChildJvm program(String name, Path config, Optional<Path> recordings, String... tuning)
      throws IOException {
    List<String> options = new ArrayList<>();
    options.add("@" + System.getProperty("tidemark.bench.jvm-options"));
    options.addAll(List.of(tuning));
    options.add("-Dlog4j2.configurationFile=" + System.getProperty("log4j2.configurationFile"));
    options.add("-Dtidemark.log.dir=" + config.getParent());
    options.add("-Dtidemark.log.name=" + name);
    options.addAll(Recordings.options(recordings, name));
    ChildJvm program =
        ChildJvm.start(
            config.resolveSibling(name + ".out"),
            List.of(),
            options,
            PipelineProgram.class.getName(),
            name,
            config.toString());
    programs.put(name, program);
    return program;
  }

  private String yaml(Path directory, Duration granularity, Duration trigger) {
    return """
        kafka: {bootstrap.servers: "%s"}
        datasets:
          - {name: events, root: "%s", topics: [events], granularity: %s, delay: PT1S, grace: PT5S}
        collector:
          port: %d
          keys: [{key: %s, source: web, allowed-origins: ["%s"]}]
          drain-delay: PT0S
          spill: {dir: "%s/spill"}
        ingest:
          trigger: %s
          spark-master: local[2]
          checkpoint-dir: "%s"
          settling: PT2S
        batch: {event-types-dir: "%s"}
        coordinator: {schedule: "* * * * * ?"}
        """
        .formatted(
            kafka.bootstrapServers(),
            root,
            granularity,
            collectorPort,
            CollectorProgram.KEY,
            CollectorProgram.ORIGIN,
            directory,
            trigger,
            directory,
            Path.of("conf/events").toAbsolutePath());
  }

  private void awaitReady() throws IOException {
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (System.nanoTime() < end) {
      check();
      try {
        HttpURLConnection ready =
            (HttpURLConnection)
                URI.create("http://127.0.0.1:" + collectorPort + "/ready").toURL().openConnection();
        if (ready.getResponseCode() == OK) {
          return;
        }
      } catch (IOException e) {
        // Not yet.
      }
      Pause.millis(LOOK_MILLIS);
    }
    throw new IOException("The collector is not ready:\n" + programs.get("collector").output());
  }

  /**
   * Looks whether all programs run.
   *
   * @throws IOException if one has ended, with what it wrote
   */
  void check() throws IOException {
    for (Map.Entry<String, ChildJvm> each : programs.entrySet()) {
      ChildJvm program = each.getValue();
      if (!program.isAlive()) {
        int exit = program.awaitExit(Duration.ZERO);
        throw new IOException(
            each.getKey()
                + " has ended with exit code "
                + exit
                + (exit == KILLED ? ": something killed it, as the kernel does for memory" : "")
                + ". It wrote:\n"
                + program.output());
      }
    }
  }

  int collectorPort() {
    return collectorPort;
  }

  /** Of the dataset. */
  URI root() {
    return root;
  }

  List<Stage> stages() {
    return stages;
  }

  @Override
  public void close() throws IOException {
    for (ChildJvm program : programs.values()) {
      program.close();
    }
    hdfs.close();
    kafka.close();
  }
}
