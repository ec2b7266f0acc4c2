package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.embedded.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The program as it is run: a process that is told to stop, or whose stream dies. */
@ExtendWith(Cluster.Resolver.class)
@Timeout(120)
class IngestCommandIT {
  private static final int BATCH = 20_000;

  /** What SIGTERM ends a JVM with, after its hooks. */
  private static final int TERMINATED = 143;

  private final Cluster cluster;
  private final HttpClient client = HttpClient.newHttpClient();
  private final int port = Ports.free();
  @TempDir Path directory;

  IngestCommandIT(Cluster cluster) throws IOException {
    this.cluster = cluster;
  }

  @Test
  void told_to_stop_it_lands_the_running_micro_batch_and_leaves_nothing() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1);
        ChildJvm program = start(dataset)) {
      send(dataset, 1);
      await()
          .atMost(TestDataset.LIMIT)
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(get("/health").statusCode()).isEqualTo(200));
      assertThat(get("/health").body()).contains("\"dataset\":\"events\",\"well\":true");
      await()
          .atMost(TestDataset.LIMIT)
          .untilAsserted(
              () ->
                  assertThat(get("/metrics").body())
                      .contains("tidemark_ingest_landed_rows_total{dataset=\"events\"")
                      .contains("tidemark_ingest_batch_seconds_count{dataset=\"events\"} 1")
                      .contains("tidemark_ingest_lag_records{dataset=\"events\",partition=\"0\"")
                      .contains("jvm_memory_used_bytes"));
      send(dataset, 3 * BATCH);
      await()
          .atMost(TestDataset.LIMIT)
          .pollInterval(Duration.ofMillis(10))
          .until(
              () ->
                  !dataset.zone().inflight().isEmpty()
                      || dataset.zone().state().landed(dataset.source(0)) > 1
                      || !program.isAlive());
      assertThat(program.isAlive()).as(program.output()).isTrue();
      program.terminate();
      assertThat(program.awaitExit(TestDataset.LIMIT)).as(program.output()).isEqualTo(TERMINATED);

      assertThat(dataset.zone().state().pending()).isEmpty();
      assertThat(dataset.zone().state().landed(dataset.source(0))).isGreaterThan(1);
      // It is removed at the very end, and only if no file was left in flight.
      assertThat(dataset.zone().files().list("raw/.inflight")).as(program.output()).isEmpty();
      try (var left = Files.list(directory.resolve("checkpoints"))) {
        assertThat(left).isEmpty();
      }
      dataset.start();
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void killed_it_loses_and_repeats_nothing() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1);
        ChildJvm program = start(dataset)) {
      send(dataset, 3 * BATCH);
      await()
          .atMost(TestDataset.LIMIT)
          .until(() -> dataset.zone().state().version() > 3 || !program.isAlive());
      assertThat(program.isAlive()).as(program.output()).isTrue();
      program.kill();

      dataset.start();
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void paused_past_its_lease_it_lands_nothing_more_until_the_other_is_gone() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1);
        ChildJvm paused = start(dataset)) {
      send(dataset, 3 * BATCH);
      await()
          .atMost(TestDataset.LIMIT)
          .until(() -> dataset.zone().state().landed(dataset.source(0)) > 0 || !paused.isAlive());
      paused.pause();
      Ingest other;
      try {
        other = dataset.start();
        dataset.awaitLanded();
        send(dataset, 10);
        dataset.awaitLanded();
      } finally {
        paused.resume();
      }
      await().atMost(TestDataset.LIMIT).until(() -> paused.output().contains("standing by"));
      other.close();
      send(dataset, 20);
      dataset.awaitLanded();
      assertThat(paused.isAlive()).isTrue();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void it_ends_with_1_when_its_stream_dies_whatever_hangs() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      dataset.zone().files().makeDirectories("raw");
      dataset.zone().files().write("raw/.inflight", new byte[] {1});
      send(dataset, 1);
      try (ChildJvm program = start(dataset, IngestProgram.HANGING)) {
        assertThat(program.awaitExit(TestDataset.LIMIT)).isEqualTo(1);
        assertThat(program.output())
            .contains("A stream died", IngestProgram.ENDED + "1", "did not end within PT10S");
      }
    }
  }

  private static void send(TestDataset dataset, int count) throws Exception {
    Instant time = Instant.parse("2026-08-22T13:00:00Z");
    for (int i = 0; i < count; i++) {
      dataset.topic().send(0, time.plusMillis(i % 60_000), "value " + i);
    }
    dataset.topic().sent();
  }

  private HttpResponse<String> get(String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  private ChildJvm start(TestDataset dataset, String... arguments) throws IOException {
    Files.createDirectories(directory.resolve("checkpoints"));
    Path config =
        Files.writeString(
            directory.resolve("tidemark.yaml"),
            """
            kafka:
              bootstrap.servers: %s
            ingest:
              trigger: PT0.2S
              lease: PT2S
              max-offsets-per-trigger: %d
              spark-master: local[2]
              checkpoint-dir: %s
              http: {port: %d}
            datasets:
              - root: %s
                topics: [%s]
                granularity: PT1M
                past-bound: P36500D
            """
                .formatted(
                    cluster.kafka().bootstrapServers(),
                    BATCH,
                    directory.resolve("checkpoints"),
                    port,
                    dataset.root(),
                    dataset.topic().name()));
    return ChildJvm.start(
        directory.resolve("ingest.out"),
        List.of(),
        List.of(
            "-Xmx1g",
            "-XX:TieredStopAtLevel=1",
            "-Dspark.driver.host=127.0.0.1",
            "-Dspark.driver.bindAddress=127.0.0.1",
            "-Dspark.hadoop.dfs.replication=1"),
        IngestProgram.class.getName(),
        Stream.concat(Stream.of(config.toString()), Stream.of(arguments)).toArray(String[]::new));
  }
}
