package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.ingest.FlakyProgram.Trouble;
import dev.tidemark.landing.log.LogEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that need more than one attempt, one after another or side by side. */
@ExtendWith(Cluster.Resolver.class)
@Timeout(180)
class TaskAttemptsIT {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Cluster cluster;
  @TempDir Path directory;

  TaskAttemptsIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void a_task_that_is_tried_again_lands_each_record_once() throws Exception {
    lands("local[2,3]", Trouble.FAILS, List.of());
  }

  @Test
  void two_executors_and_a_speculative_attempt_land_each_record_once() throws Exception {
    lands(
        FlakyProgram.CLUSTER,
        Trouble.STALLS,
        List.of(
            "-Dspark.executor.memory=512m",
            "-Dspark.executor.extraClassPath=" + System.getProperty("java.class.path"),
            "-Dspark.master.rest.enabled=false",
            "-Dspark.scheduler.minRegisteredResourcesRatio=1",
            "-Dspark.cores.max=2",
            "-Dspark.speculation=true",
            "-Dspark.speculation.interval=200ms",
            "-Dspark.speculation.quantile=0.5",
            "-Dspark.speculation.minTaskRuntime=1s"));
  }

  private void lands(String master, Trouble trouble, List<String> settings) throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 4)) {
      for (int i = 0; i < 1200; i++) {
        dataset.topic().send(i % 4, T13.plusSeconds(i % 180), "value " + i);
      }
      dataset.topic().sent();
      try (ChildJvm program = start(dataset, master, trouble, settings)) {
        assertThat(program.awaitExit(LIMIT)).as(program.output()).isZero();
      }
      // In the directories stand the files of the log and no others, which is checked on the way.
      dataset.assertEveryRecordLandedOnce();
      assertThat(dataset.zone().state().pending()).isEmpty();
      assertThat(output()).contains("first attempt: " + trouble);
      assertThat(attempts(dataset.zone())).as("attempts whose files landed").hasSize(4);
    }
  }

  /** Of the program, and of its executors. */
  private String output() throws IOException {
    StringBuilder all = new StringBuilder(Files.readString(directory.resolve("program.out")));
    try (Stream<Path> files = Files.walk(directory.resolve("spark"))) {
      for (Path file : files.filter(f -> f.endsWith("stderr")).toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }

  private static List<String> attempts(LandedZone zone) throws IOException {
    return zone.entries(LogEntry.Land.class).stream()
        .flatMap(l -> l.files().stream())
        .map(
            f ->
                f.name()
                    .replaceAll(
                        ".*-(\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}).json", "$1"))
        .distinct()
        .toList();
  }

  private ChildJvm start(TestDataset dataset, String master, Trouble trouble, List<String> settings)
      throws IOException {
    List<String> options = new ArrayList<>(List.of("-Xmx600m", "-XX:TieredStopAtLevel=1"));
    options.add("-Dspark.hadoop.dfs.replication=1");
    options.addAll(settings);
    return ChildJvm.start(
        directory.resolve("program.out"),
        List.of(),
        options,
        environment(),
        FlakyProgram.class.getName(),
        master,
        cluster.kafka().bootstrapServers(),
        dataset.topic().name(),
        dataset.root().toString(),
        directory.resolve("checkpoint").toUri().toString(),
        trouble.name());
  }

  /** What executors need of an installation of Spark; the class path brings the rest. */
  private Map<String, String> environment() throws IOException {
    Path home = Files.createDirectories(directory.resolve("spark"));
    Files.createDirectories(home.resolve("jars"));
    return Map.of(
        "SPARK_HOME",
        home.toString(),
        "SPARK_SCALA_VERSION",
        "2.13",
        "SPARK_LOCAL_IP",
        "127.0.0.1",
        "SPARK_LOCAL_HOSTNAME",
        "localhost");
  }
}
