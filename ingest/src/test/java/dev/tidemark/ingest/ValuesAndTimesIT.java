package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.EventTimeConfig;
import dev.tidemark.landing.config.JsonPath;
import dev.tidemark.landing.log.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of odd values and odd times, and how far the watermark goes. */
@ExtendWith(Cluster.Resolver.class)
@Timeout(120)
class ValuesAndTimesIT {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");

  private final Cluster cluster;

  ValuesAndTimesIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void null_values_have_no_line_and_line_breaks_become_spaces() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1)) {
      dataset
          .topic()
          .send(0, T13, null)
          .send(0, T13, "")
          .send(0, T13, "one\ntwo\n")
          .send(0, T13, "three\r\nfour")
          .send(0, T13, null)
          .send(0, T13, "\n")
          .send(0, T13.plusSeconds(60), "next \u2028 minute")
          .send(0, T13, null);
      dataset.start();
      dataset.awaitLanded();
      assertThat(dataset.zone().lines())
          .extracting(l -> l.offset() + ":" + l.text())
          .containsExactlyInAnyOrder(
              "1:", "2:one two ", "3:three\r four", "5: ", "6:next \u2028 minute");
      dataset.assertEveryRecordLandedOnce();
      LogEntry.Span total = dataset.zone().total(dataset.source(0));
      assertThat(total.rows()).isEqualTo(5);
      assertThat(total.nulls()).isEqualTo(3);
      assertThat(total.until()).isEqualTo(8);

      dataset.topic().send(0, T13, null);
      dataset.awaitLanded();
      assertThat(dataset.zone().total(dataset.source(0)).nulls()).isEqualTo(4);
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void a_time_too_far_ahead_lands_by_landing_time_and_never_moves_the_watermark() throws Exception {
    Instant before = Instant.now();
    try (TestDataset dataset = new TestDataset(cluster, 2)) {
      for (int i = 0; i < 20; i++) {
        dataset.topic().send(0, before.plus(Duration.ofDays(1 + 365L * i)), "future " + i);
      }
      dataset.topic().send(1, before, "now");
      Ingest ingest = dataset.start();
      dataset.awaitLanded();
      dataset.awaitWatermark(before);
      Instant after = Instant.now();
      assertThat(dataset.zone().state().watermark())
          .hasValueSatisfying(w -> assertThat(w).isBeforeOrEqualTo(Instant.now()));
      assertThat(dataset.zone().lines())
          .filteredOn(l -> l.text().startsWith("future"))
          .hasSize(20)
          .allSatisfy(
              l ->
                  assertThat(l.generation().partition())
                      .isBetween(
                          PartitionId.of(before, TestDataset.MINUTE),
                          PartitionId.of(after, TestDataset.MINUTE)));
      assertThat(dataset.zone().total(dataset.source(0)).ignoredTimes()).isEqualTo(20);
      assertThat(dataset.zone().total(dataset.source(1)).ignoredTimes()).isZero();
      assertThat(dataset.zone().state().sources().get(dataset.source(0)).maxTime()).isEmpty();

      ingest.close();
      dataset.start();
      dataset.topic().send(0, Instant.now(), "after the restart");
      dataset.awaitLanded();
      assertThat(dataset.zone().state().watermark())
          .hasValueSatisfying(w -> assertThat(w).isBeforeOrEqualTo(Instant.now()));
    }
  }

  @Test
  void by_event_time_an_event_stands_in_the_minute_that_it_names() throws Exception {
    EventTimeConfig time =
        new EventTimeConfig(
            JsonPath.parse("$.event.timestamp").orElseThrow(),
            Duration.ofDays(2),
            Duration.ofMinutes(5),
            Duration.ofMinutes(1),
            3);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MINUTES);
    try (TestDataset dataset = new TestDataset(cluster, 1).by(time);
        RestartingIngest ingest = dataset.startKept()) {
      dataset
          .topic()
          .send(0, now, "{\"event\":{\"timestamp\":\"" + now.minusSeconds(7200) + "\"}}")
          .send(0, now, "{\"event\":{\"timestamp\":" + now.minusSeconds(3600).toEpochMilli() + "}}")
          .send(
              0, now, "{\"event\":{\"timestamp\":" + now.minusSeconds(1800).getEpochSecond() + "}}")
          .send(0, T13, "{\"event\":{\"timestamp\":\"1970-01-01T00:00:00Z\"}}")
          .send(0, T13, "{\"timestamp\":\"" + now + "\"}")
          .send(0, T13, "{\"event\":{\"timestamp\":\"" + now.minusSeconds(86_400) + "\"}}");
      dataset.awaitLanded();
      Map<Long, PartitionId> places = new HashMap<>();
      dataset.zone().lines().forEach(l -> places.put(l.offset(), l.generation().partition()));
      assertThat(places)
          .containsEntry(0L, PartitionId.of(now.minusSeconds(7200), TestDataset.MINUTE))
          .containsEntry(1L, PartitionId.of(now.minusSeconds(3600), TestDataset.MINUTE))
          .containsEntry(2L, PartitionId.of(now.minusSeconds(1800), TestDataset.MINUTE))
          .containsEntry(3L, PartitionId.of(T13, TestDataset.MINUTE))
          .containsEntry(4L, PartitionId.of(T13, TestDataset.MINUTE));
      // One partition too many: by landing time.
      assertThat(places.get(5L)).isGreaterThanOrEqualTo(PartitionId.of(now, TestDataset.MINUTE));
      assertThat(unused(dataset, "out_of_bounds")).isEqualTo(1);
      assertThat(unused(dataset, "unreadable")).isEqualTo(1);
      assertThat(unused(dataset, "over_cap")).isEqualTo(1);
      // Caught up, so the clock less the allowed lateness.
      dataset.awaitWatermark(now.minusSeconds(60));
      assertThat(dataset.zone().state().watermark())
          .hasValueSatisfying(w -> assertThat(w).isBefore(Instant.now().minusSeconds(59)));
      assertThat(ingest.failure()).isEmpty();
    }
  }

  private static double unused(TestDataset dataset, String reason) {
    return dataset
        .metrics()
        .get("tidemark.ingest.unused.event.times")
        .tag("reason", reason)
        .counter()
        .count();
  }

  @Test
  void the_watermark_waits_for_the_partition_that_is_furthest_behind() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 2)) {
      for (int i = 0; i < 300; i++) {
        dataset.topic().send(1, T13.plusSeconds(i), "behind " + i);
      }
      dataset.topic().send(0, T13.plus(Duration.ofHours(2)), "ahead");
      dataset.topic().sent();
      dataset.start(Duration.ofMillis(200), 60);
      dataset.awaitLanded();
      dataset.awaitWatermark(T13.plus(Duration.ofDays(1)));
      List<LogEntry.Land> lands = dataset.zone().entries(LogEntry.Land.class);
      assertThat(lands).hasSizeGreaterThanOrEqualTo(4);
      long behind = 0;
      for (LogEntry.Land land : lands) {
        behind +=
            land.spans().stream()
                .filter(s -> s.source().partition() == 1)
                .mapToLong(LogEntry.Span::rows)
                .sum();
        if (behind < 300) {
          // Never past the last record of partition 1 that is landed.
          assertThat(land.watermark().filter(w -> w.isAfter(T13.plusSeconds(300)))).isEmpty();
        }
      }
      assertThat(lands.get(lands.size() - 2).watermark()).isPresent();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void the_watermark_moves_by_the_clock_when_everything_is_landed() throws Exception {
    // Three partitions, of which two stay empty.
    try (TestDataset dataset = new TestDataset(cluster, 3)) {
      dataset.start();
      // Nothing at all was ever sent.
      dataset.awaitWatermark(Instant.now());
      dataset.topic().send(1, T13, "old");
      dataset.awaitLanded();
      dataset.awaitWatermark(Instant.now());
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void transaction_markers_and_aborted_records_do_not_hold_the_watermark() throws Exception {
    Map<String, Object> transactional =
        Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "events-" + System.nanoTime());
    try (TestDataset dataset =
        new TestDataset(cluster, 1, transactional).with("isolation.level", "read_committed")) {
      TestTopic topic = dataset.topic();
      topic.producer().initTransactions();
      topic.producer().beginTransaction();
      topic.send(0, T13, "committed 1").send(0, T13, "committed 2");
      topic.sent();
      topic.producer().commitTransaction();
      dataset.start();
      dataset.awaitLanded();
      dataset.awaitWatermark(Instant.now());
      assertThat(dataset.zone().state().landed(dataset.source(0))).isEqualTo(3);

      topic.producer().beginTransaction();
      topic.send(0, T13, "aborted");
      topic.producer().flush();
      topic.forgetUnasked();
      topic.producer().abortTransaction();
      dataset.awaitWatermark(Instant.now());
      assertThat(dataset.zone().state().landed(dataset.source(0))).isEqualTo(5);

      for (int i = 0; i < 5; i++) {
        topic.producer().beginTransaction();
        topic.send(0, T13, "committed again " + i);
        topic.sent();
        topic.producer().commitTransaction();
        dataset.awaitLanded();
      }
      dataset.awaitWatermark(Instant.now());
      dataset.assertEveryRecordLandedOnce();
      assertThat(dataset.zone().lines())
          .extracting(LandedZone.Line::offset)
          .containsExactlyInAnyOrderElementsOf(
              LongStream.of(0, 1, 5, 7, 9, 11, 13).boxed().toList());
    }
  }

  @Test
  void an_open_transaction_holds_the_watermark() throws Exception {
    Map<String, Object> transactional =
        Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "events-" + System.nanoTime());
    try (TestDataset dataset =
        new TestDataset(cluster, 1, transactional).with("isolation.level", "read_committed")) {
      TestTopic topic = dataset.topic();
      topic.producer().initTransactions();
      dataset.start();
      dataset.awaitWatermark(Instant.now());
      topic.producer().beginTransaction();
      Instant written = Instant.now();
      topic.send(0, written, "in an open transaction");
      topic.producer().flush();
      Instant opened = Instant.now();
      await()
          .during(Duration.ofSeconds(2))
          .atMost(Duration.ofSeconds(20))
          .until(() -> dataset.zone().state().watermark().filter(w -> w.isAfter(opened)).isEmpty());
      topic.sent();
      topic.producer().commitTransaction();
      dataset.awaitLanded();
      dataset.awaitWatermark(opened);
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void while_kafka_is_away_the_watermark_stays_and_then_the_stream_goes_on() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 2).settling(Duration.ofSeconds(8))) {
      dataset.topic().send(0, T13, "before");
      Ingest ingest = dataset.start();
      dataset.awaitLanded();
      dataset.awaitWatermark(Instant.now());
      Instant stopping = Instant.now();
      cluster.kafka().stop();
      Instant stopped = Instant.now();
      try {
        await()
            .during(Duration.ofSeconds(3))
            .atMost(Duration.ofSeconds(10))
            .until(() -> !dataset.zone().state().watermark().get().isAfter(stopped));
        assertThat(ingest.isActive()).isTrue();
      } finally {
        cluster.kafka().start();
      }
      Instant back = Instant.now();
      await()
          .during(Duration.ofSeconds(3))
          .atMost(Duration.ofSeconds(6))
          .until(() -> !dataset.zone().state().watermark().get().isAfter(stopped));
      // Received while Kafka was away, and sent a little after it is back.
      dataset.topic().send(1, stopping, "from the spill");
      dataset.awaitLanded();
      assertThat(dataset.zone().watermarkBefore(dataset.source(1))).isBeforeOrEqualTo(stopped);
      dataset.awaitWatermark(back);
      dataset.assertEveryRecordLandedOnce();
      assertThat(ingest.isActive()).isTrue();
    }
  }
}
