package dev.tidemark.ingest.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ingest.sink.EventTimeCounts;
import dev.tidemark.ingest.sink.LandingListener.Landed;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Each metric under the name and with the labels that operators write their alerts with. */
class IngestMetricsTest {
  private static final Instant NOW = Instant.parse("2026-08-22T13:00:00Z");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final IngestMetrics metrics =
      new IngestMetrics(registry, "events", Clock.fixed(NOW, ZoneOffset.UTC));

  @Test
  void before_anything_happened_failures_are_zero_and_there_is_no_watermark() {
    assertThat(registry.scrape().lines())
        .contains(
            "tidemark_ingest_failures_total{dataset=\"events\",kind=\"transient\"} 0.0",
            "tidemark_ingest_failures_total{dataset=\"events\",kind=\"permanent\"} 0.0",
            "tidemark_ingest_active{dataset=\"events\"} 0.0",
            "tidemark_ingest_watermark_delay_seconds{dataset=\"events\"} NaN",
            "tidemark_ingest_batch_seconds_count{dataset=\"events\"} 0");
  }

  @Test
  void what_landed_is_counted_by_topic() {
    metrics.landed(new Landed("clicks", 10, 1000, 2, 3, 4));
    metrics.landed(new Landed("clicks", 1, 100, 0, 0, 0));
    metrics.landed(new Landed("orders", 5, 50, 0, 0, 0));
    metrics.gap("clicks", 7);
    assertThat(registry.scrape().lines())
        .contains(
            "tidemark_ingest_landed_rows_total{dataset=\"events\",topic=\"clicks\"} 11.0",
            "tidemark_ingest_landed_bytes_total{dataset=\"events\",topic=\"clicks\"} 1100.0",
            "tidemark_ingest_late_rows_total{dataset=\"events\",topic=\"clicks\"} 2.0",
            "tidemark_ingest_null_values_total{dataset=\"events\",topic=\"clicks\"} 3.0",
            "tidemark_ingest_ignored_times_total{dataset=\"events\",topic=\"clicks\"} 4.0",
            "tidemark_ingest_gap_offsets_total{dataset=\"events\",topic=\"clicks\"} 7.0",
            "tidemark_ingest_landed_rows_total{dataset=\"events\",topic=\"orders\"} 5.0");
  }

  @Test
  void lag_is_by_topic_partition_and_one_that_is_gone_is_gone() {
    TopicPartition first = new TopicPartition("clicks", 0);
    TopicPartition second = new TopicPartition("clicks", 1);
    metrics.looked(Map.of(first, 12L, second, 0L), Optional.of(NOW.minusMillis(1500)));
    assertThat(registry.scrape().lines())
        .contains(
            "tidemark_ingest_lag_records{dataset=\"events\",partition=\"0\",topic=\"clicks\"} 12.0",
            "tidemark_ingest_lag_records{dataset=\"events\",partition=\"1\",topic=\"clicks\"} 0.0",
            "tidemark_ingest_watermark_delay_seconds{dataset=\"events\"} 1.5");
    assertThat(metrics.lookedAt()).contains(NOW);
    metrics.looked(Map.of(first, 3L), Optional.of(NOW));
    assertThat(registry.scrape().lines().filter(l -> l.startsWith("tidemark_ingest_lag_records{")))
        .containsExactly(
            "tidemark_ingest_lag_records{dataset=\"events\",partition=\"0\",topic=\"clicks\"} 3.0");
  }

  @Test
  void micro_batches_failures_and_the_role_are_told() {
    metrics.batch(Duration.ofMillis(1500));
    metrics.batch(Duration.ofMillis(500));
    metrics.failed("transient");
    metrics.role(true);
    metrics.eventTimesUnused(new EventTimeCounts(1, 2, 3));
    assertThat(registry.scrape().lines())
        .contains(
            "tidemark_ingest_batch_seconds_count{dataset=\"events\"} 2",
            "tidemark_ingest_batch_seconds_sum{dataset=\"events\"} 2.0",
            "tidemark_ingest_batch_seconds_max{dataset=\"events\"} 1.5",
            "tidemark_ingest_failures_total{dataset=\"events\",kind=\"transient\"} 1.0",
            "tidemark_ingest_active{dataset=\"events\"} 1.0",
            "tidemark_ingest_unused_event_times_total{dataset=\"events\",reason=\"unreadable\"} 1.0",
            "tidemark_ingest_unused_event_times_total{dataset=\"events\",reason=\"out_of_bounds\"} 2.0",
            "tidemark_ingest_unused_event_times_total{dataset=\"events\",reason=\"over_cap\"} 3.0");
  }
}
