package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LogEntry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(Cluster.Resolver.class)
@Timeout(120)
class LandingSinkIT {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");

  private final Cluster cluster;
  @TempDir java.nio.file.Path checkpoint;

  LandingSinkIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void every_record_stands_once_in_the_minute_of_its_time() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 3)) {
      send(dataset, 0, 300);
      Ingest ingest = dataset.start(Duration.ofSeconds(1));
      dataset.awaitLanded();
      for (int i = 300; i < 600; i += 100) {
        send(dataset, i, i + 100);
        dataset.awaitLanded();
      }
      dataset.assertEveryRecordLandedOnce();
      assertThat(dataset.zone().state().partitions())
          .containsOnlyKeys(
              java.util.stream.IntStream.range(0, 5)
                  .mapToObj(m -> PartitionId.of(T13.plusSeconds(60L * m), TestDataset.MINUTE))
                  .toList());
      assertThat(dataset.zone().files().list("raw/dt=2026-08-22/hr=13/mi=04")).isNotEmpty();
      assertThat(dataset.zone().inflight()).isEmpty();
      assertThat(replication(dataset)).as("spark.hadoop.dfs.replication").isEqualTo((short) 1);
      assertThat(ingest.isActive()).isTrue();
      assertThat(ingest.failure()).isEmpty();
    }
  }

  @Test
  void a_continuous_trigger_is_refused() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 3)) {
      send(dataset, 0, 10);
      dataset.topic().sent();
      StreamingQuery query = new PlainProgram(cluster, dataset, checkpoint).startContinuously();
      assertThatThrownBy(query::awaitTermination)
          .isInstanceOf(StreamingQueryException.class)
          .hasMessageContaining("cannot be used with Trigger.Continuous");
      assertThat(dataset.zone().entries(LogEntry.Land.class)).isEmpty();
      assertThat(dataset.zone().inflight()).isEmpty();
    }
  }

  private short replication(TestDataset dataset) throws IOException {
    Path directory = new Path(dataset.root() + "/raw/dt=2026-08-22/hr=13/mi=04");
    // A client of its own, with nothing of the session's settings.
    try (FileSystem client = FileSystem.newInstance(directory.toUri(), new Configuration())) {
      return client.listStatus(directory)[0].getReplication();
    }
  }

  private static void send(TestDataset dataset, int from, int until) {
    for (int i = from; i < until; i++) {
      dataset
          .topic()
          .send(i % 3, T13.plusSeconds(i % 300), "{\"n\":" + i + ",\"city\":\"Zoë 日本\"}");
    }
  }
}
