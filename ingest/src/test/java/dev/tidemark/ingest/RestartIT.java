package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tidemark.ingest.cli.GapCommand;
import dev.tidemark.ingest.cli.ResetTopicCommand;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LogEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Whatever stops ingest, and whatever is lost with it: each record lands once. */
@ExtendWith(Cluster.Resolver.class)
@Timeout(120)
class RestartIT {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");
  private static final PartitionId MINUTE_0 = PartitionId.parse("2026-08-22T13:00");

  private final Cluster cluster;
  @TempDir Path directory;

  RestartIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void a_start_with_a_fresh_checkpoint_goes_on_where_the_log_is() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 2)) {
      Ingest first = dataset.start();
      send(dataset, 0, 50);
      dataset.awaitLanded();
      first.close();
      assertThat(first.isActive()).isFalse();
      assertThat(first.failure()).isEmpty();
      try (Stream<Path> left = Files.list(cluster.directory())) {
        assertThat(left).noneMatch(p -> p.getFileName().toString().startsWith("tidemark-"));
      }
      assertThat(dataset.zone().files().list("raw/.inflight")).isEmpty();

      send(dataset, 50, 100);
      dataset.start();
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void both_servers_stopped_and_started_between_two_starts_lose_nothing() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 2)) {
      Ingest first = dataset.start();
      send(dataset, 0, 20);
      dataset.awaitLanded();
      send(dataset, 20, 40);
      dataset.topic().sent();
      first.close();
      cluster.kafka().stop();
      cluster.hdfs().stop();
      cluster.hdfs().start();
      cluster.kafka().start();

      // The connection that this JVM kept is one to the NameNode that is no more: the first call
      // on it fails, unless it was idle for ten seconds and given up.
      try (RestartingIngest second = dataset.startKept()) {
        second.awaitStart();
        dataset.awaitLanded();
        assertThat(second.failure()).isEmpty();
        dataset.assertEveryRecordLandedOnce();
      }
    }
  }

  @Test
  void a_micro_batch_that_spark_forgot_to_have_committed_lands_once() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 2)) {
      PlainProgram program = new PlainProgram(cluster, dataset, directory);
      send(dataset, 0, 30);
      dataset.topic().sent();
      program.run("earliest", Map.of());
      send(dataset, 30, 50);
      dataset.topic().sent();
      program.run("earliest", Map.of());
      long version = dataset.zone().state().version();
      assertThat(Files.deleteIfExists(directory.resolve("commits/1"))).isTrue();
      Files.deleteIfExists(directory.resolve("commits/.1.crc"));

      program.run("earliest", Map.of());
      assertThat(directory.resolve("commits/1")).exists();
      assertThat(dataset.zone().state().version()).isEqualTo(version);
      dataset.assertEveryRecordLandedOnce();

      // And with new records behind the replayed ones.
      Files.deleteIfExists(directory.resolve("commits/1"));
      Files.deleteIfExists(directory.resolve("commits/.1.crc"));
      send(dataset, 50, 60);
      dataset.topic().sent();
      program.run("earliest", Map.of());
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
      assertThat(dataset.zone().inflight()).isEmpty();
    }
  }

  @Test
  void a_program_with_an_empty_checkpoint_swallows_nothing_and_lands_nothing_twice()
      throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      send(dataset, 0, 30);
      dataset.topic().sent();
      new PlainProgram(cluster, dataset, directory.resolve("first")).run("earliest", Map.of());
      send(dataset, 30, 50);
      dataset.topic().sent();
      new PlainProgram(cluster, dataset, directory.resolve("second")).run("earliest", Map.of());
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void a_program_that_begins_past_the_landed_offset_is_refused_unless_it_says_so()
      throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      send(dataset, 0, 30);
      dataset.topic().sent();
      new PlainProgram(cluster, dataset, directory.resolve("first")).run("earliest", Map.of());
      send(dataset, 30, 50);
      dataset.topic().sent();
      String at40 = "{\"" + dataset.topic().name() + "\":{\"0\":40}}";
      assertThatThrownBy(
              () -> new PlainProgram(cluster, dataset, directory.resolve("b")).run(at40, Map.of()))
          .isInstanceOf(StreamingQueryException.class)
          .rootCause()
          .isInstanceOf(LandingException.NeedsOperator.class)
          .hasMessageContaining("offsets [30, 40) are not landed");
      assertThat(dataset.zone().state().landed(dataset.source(0))).isEqualTo(30);

      new PlainProgram(cluster, dataset, directory.resolve("c")).run(at40, Map.of("gap", "record"));
      assertThat(dataset.zone().state().landed(dataset.source(0))).isEqualTo(50);
      assertThat(dataset.zone().entries(LogEntry.Gap.class))
          .singleElement()
          .satisfies(
              g -> {
                assertThat(g.from()).isEqualTo(30);
                assertThat(g.until()).isEqualTo(40);
              });
    }
  }

  @Test
  void a_close_in_the_middle_of_a_micro_batch_sends_its_files_to_the_late_generation()
      throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      send(dataset, 0, 10);
      dataset.topic().sent();
      PlainProgram program = new PlainProgram(cluster, dataset, directory);
      program.run("earliest", Map.of());

      send(dataset, 10, 25);
      dataset.topic().sent();
      PlainProgram.Gate gate = PlainProgram.Gate.closed();
      StreamingQuery query = program.start(gate);
      try {
        await().atMost(TestDataset.LIMIT).until(gate::isReached);
        close(dataset, MINUTE_0);
        gate.open();
        dataset.awaitLanded();
      } finally {
        gate.open();
        query.stop();
      }
      dataset.assertEveryRecordLandedOnce();
      assertThat(dataset.zone().lines())
          .filteredOn(l -> l.generation().equals(new GenerationId(MINUTE_0, 0)))
          .hasSize(10);
      assertThat(dataset.zone().lines()).filteredOn(l -> l.generation().isLate()).hasSize(15);
    }
  }

  private static void close(TestDataset dataset, PartitionId id) {
    dataset
        .zone()
        .journal()
        .append(
            s -> {
              Manifest manifest = s.partition(id).orElseThrow().open().orElseThrow().manifest();
              return Optional.of(
                  LogEntry.Close.of(
                      manifest, LogEntry.CloseReason.FORCED, Optional.empty(), Optional.empty()));
            });
  }

  @Test
  void an_intent_that_a_crash_left_is_carried_out_by_the_next_start() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      // A file where the minute's directory should be: the intent is written, the renames fail.
      dataset.zone().files().makeDirectories("raw/dt=2026-08-22/hr=13");
      dataset.zone().files().write("raw/dt=2026-08-22/hr=13/mi=00", new byte[] {1});
      send(dataset, 0, 10);
      dataset.topic().sent();
      Ingest first = dataset.start();
      await().atMost(TestDataset.LIMIT).until(() -> !first.isActive());
      assertThat(first.failure()).isPresent();
      first.close();
      assertThat(dataset.zone().state().pending()).isPresent();
      assertThat(dataset.zone().inflight()).hasSize(1);

      dataset.forgetDead();
      assertThat(dataset.zone().files().deleteFile("raw/dt=2026-08-22/hr=13/mi=00")).isTrue();
      dataset.start();
      assertThat(dataset.zone().state().pending()).isEmpty();
      dataset.assertEveryRecordLandedOnce();
      assertThat(dataset.zone().inflight()).isEmpty();
      send(dataset, 10, 20);
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void a_stream_that_dies_says_so_and_why() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      Ingest ingest = dataset.start();
      assertThat(ingest.isActive()).isTrue();
      dataset.zone().files().makeDirectories("raw");
      dataset.zone().files().write("raw/.inflight", new byte[] {1});
      send(dataset, 0, 10);
      assertThatThrownBy(ingest::awaitTermination).isInstanceOf(StreamingQueryException.class);
      assertThat(ingest.isActive()).isFalse();
      assertThat(ingest.failure()).get().asString().contains("raw/.inflight");
      assertThat(dataset.zone().state().landed(dataset.source(0))).isZero();

      dataset.forgetDead();
      dataset.zone().files().deleteFile("raw/.inflight");
      dataset.start();
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void closing_lets_the_running_micro_batch_land() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      send(dataset, 0, 60_000);
      dataset.topic().sent();
      Ingest ingest = dataset.start(Duration.ofMillis(100), 20_000);
      awaitBegun(dataset);
      ingest.close();
      assertThat(ingest.isActive()).isFalse();
      assertThat(ingest.failure()).isEmpty();
      assertThat(dataset.zone().state().pending()).isEmpty();
      assertThat(dataset.zone().state().landed(dataset.source(0))).isGreaterThanOrEqualTo(20_000);

      dataset.start();
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  /** A stop interrupts the query's thread: at any moment, also while it waits for the NameNode. */
  @Test
  void a_stop_at_any_moment_is_no_failure() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      send(dataset, 0, 60_000);
      dataset.topic().sent();
      for (int entries = 1; entries <= 10; entries++) {
        Ingest ingest = dataset.start(Duration.ofMillis(1), 500);
        long enough = dataset.zone().state().version() + entries;
        await()
            .atMost(TestDataset.LIMIT)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> dataset.zone().state().version() >= enough);
        ingest.close();
        assertThat(ingest.isActive()).isFalse();
        assertThat(ingest.failure()).as("stopped after %s more entries", entries).isEmpty();
      }
      dataset.start();
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  /** Waits until a file is being written; a look may also come too late, when it has landed. */
  private static void awaitBegun(TestDataset dataset) {
    await()
        .atMost(TestDataset.LIMIT)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () ->
                !dataset.zone().inflight().isEmpty()
                    || dataset.zone().state().landed(dataset.source(0)) > 0);
  }

  private static int run(Object command, String... arguments) {
    return new CommandLine(command).execute(arguments);
  }

  /** With fewer records than were landed, and with more: by offsets alone some seem to be read. */
  @ParameterizedTest
  @ValueSource(ints = {4, 20})
  void a_topic_that_was_created_anew_is_refused_with_what_to_do(int records) throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      send(dataset, 0, 10);
      Ingest first = dataset.start();
      dataset.awaitLanded();
      first.close();
      cluster.kafka().deleteTopic(dataset.topic().name());
      await()
          .atMost(TestDataset.LIMIT)
          .until(() -> !cluster.kafka().topicIds().containsKey(dataset.topic().name()));
      cluster.kafka().createTopic(dataset.topic().name(), 1);
      send(dataset, 10, 10 + records);
      var landed = dataset.zone().state().sources();
      assertThatThrownBy(dataset::start)
          .isInstanceOf(LandingException.NeedsOperator.class)
          .hasMessageContaining(dataset.topic().name() + "' was created anew")
          .hasMessageContaining("tidemark topics reset " + dataset.topic().name());
      assertThat(dataset.zone().state().sources()).isEqualTo(landed);

      assertThat(run(new ResetTopicCommand(dataset.config()), dataset.topic().name())).isZero();
      dataset.start();
      await()
          .atMost(TestDataset.LIMIT)
          .until(() -> dataset.zone().state().landed(dataset.source(0)) == records);
      assertThat(dataset.zone().total(dataset.source(0)).rows()).isEqualTo(records);
    }
  }

  @Test
  void offsets_that_expired_before_they_landed_are_refused_with_their_range() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      send(dataset, 0, 10);
      Ingest first = dataset.start();
      dataset.awaitLanded();
      first.close();
      send(dataset, 10, 30);
      dataset.topic().sent();
      try (Admin admin =
          Admin.create(Map.of("bootstrap.servers", cluster.kafka().bootstrapServers()))) {
        TopicPartition tp = new TopicPartition(dataset.topic().name(), 0);
        admin.deleteRecords(Map.of(tp, RecordsToDelete.beforeOffset(25))).all().get();
      }
      assertThatThrownBy(dataset::start)
          .isInstanceOf(LandingException.NeedsOperator.class)
          .hasMessageContaining(dataset.topic().name() + "-0: offsets [10, 25) were deleted")
          .hasMessageContaining("tidemark gap " + dataset.topic().name() + "-0 10 25");
      assertThat(dataset.zone().state().landed(dataset.source(0))).isEqualTo(10);

      String topicPartition = dataset.topic().name() + "-0";
      assertThat(run(new GapCommand(dataset.config()), topicPartition, "11", "25")).isEqualTo(3);
      assertThat(run(new GapCommand(dataset.config()), topicPartition, "10", "26")).isEqualTo(3);
      assertThat(run(new GapCommand(dataset.config()), topicPartition, "10", "25")).isZero();
      dataset.start();
      dataset.awaitLanded();
      assertThat(dataset.zone().state().landed(dataset.source(0))).isEqualTo(30);
    }
  }

  @Test
  void a_topic_that_lost_its_beginning_before_it_was_ever_read_starts_where_it_starts()
      throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      send(dataset, 0, 30);
      dataset.topic().sent();
      try (Admin admin =
          Admin.create(Map.of("bootstrap.servers", cluster.kafka().bootstrapServers()))) {
        TopicPartition tp = new TopicPartition(dataset.topic().name(), 0);
        admin.deleteRecords(Map.of(tp, RecordsToDelete.beforeOffset(10))).all().get();
      }
      // A program meets the topic only when its first micro-batch is committed.
      new PlainProgram(cluster, dataset, directory).run("earliest", Map.of());
      assertThat(dataset.zone().lines())
          .extracting(LandedZone.Line::offset)
          .containsExactlyElementsOf(java.util.stream.LongStream.range(10, 30).boxed().toList());
    }
  }

  private static void send(TestDataset dataset, int from, int until) throws Exception {
    int partitions = dataset.partitions();
    for (int i = from; i < until; i++) {
      dataset.topic().send(i % partitions, T13.plusMillis(i % 60_000), "value " + i);
    }
  }
}
