package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.embedded.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The program as it is run: a process that is told to stop, or whose stream dies. */
@ExtendWith(Cluster.Resolver.class)
@Timeout(120)
class IngestCommandIT {
  private static final int BATCH = 20_000;

  private final Cluster cluster;
  @TempDir Path directory;

  IngestCommandIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void told_to_stop_it_lands_the_running_micro_batch_and_leaves_nothing() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1);
        ChildJvm program = start(dataset)) {
      send(dataset, 3 * BATCH);
      await()
          .atMost(TestDataset.LIMIT)
          .until(() -> !dataset.zone().inflight().isEmpty() || !program.isAlive());
      assertThat(program.isAlive()).as(program.output()).isTrue();
      program.close();
      assertThat(program.isAlive()).isFalse();

      assertThat(dataset.zone().state().pending()).isEmpty();
      assertThat(dataset.zone().state().landed(dataset.source(0))).isPositive();
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
  void it_ends_with_1_when_its_stream_dies() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      dataset.zone().files().makeDirectories("raw");
      dataset.zone().files().write("raw/.inflight", new byte[] {1});
      send(dataset, 1);
      try (ChildJvm program = start(dataset)) {
        await().atMost(TestDataset.LIMIT).until(() -> !program.isAlive());
        assertThat(program.output()).contains("A stream died", IngestProgram.ENDED + "1");
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

  private ChildJvm start(TestDataset dataset) throws IOException {
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
        config.toString());
  }
}
