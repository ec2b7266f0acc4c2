package dev.tidemark.coordinator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.LogEntry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each metric under the name and with the labels that operators write their alerts with. */
class CoordinatorMetricsTest {
  private final AtomicBoolean away = new AtomicBoolean();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final World world =
      new World(
          new MemoryFileSystem(
              (operation, path) ->
                  away.get()
                      ? MemoryFileSystem.Fault.Effect.FAIL_BEFORE
                      : MemoryFileSystem.Fault.Effect.NONE));

  CoordinatorMetricsTest() {
    world.observedBy(new CoordinatorMetrics(registry, world.dataset(), world.clock()));
  }

  private void assertSaid(String... lines) {
    assertThat(registry.scrape().lines()).contains(lines);
  }

  @Test
  void every_metric_of_the_dashboard_is_there() throws IOException {
    TreeSet<String> wanted =
        Pattern.compile("tidemark_coordinator_[a-z_]*[a-z]")
            .matcher(Files.readString(Path.of("..", "conf", "grafana", "pipeline.json")))
            .results()
            .map(MatchResult::group)
            .filter(name -> !name.contains("_notify_"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(wanted).hasSizeGreaterThan(9);
    assertThat(registry.scrape().lines().map(l -> l.split("[{ ]", 2)[0])).containsAll(wanted);
  }

  @Test
  void before_anything_happened_everything_is_there_and_zero() {
    assertSaid(
        "tidemark_coordinator_actions_total{action=\"process\",dataset=\"events\",outcome=\"failed\"} 0.0",
        "tidemark_coordinator_tick_failures_total{dataset=\"events\"} 0.0",
        "tidemark_coordinator_partitions{dataset=\"events\",state=\"open\"} 0.0",
        "tidemark_coordinator_watermark_timestamp_seconds{dataset=\"events\"} NaN",
        "tidemark_coordinator_publish_delay_seconds_count{dataset=\"events\"} 0",
        "tidemark_coordinator_overdue_seconds{dataset=\"events\"} 0.0");
  }

  @Test
  void a_partition_that_is_published_counts_once_in_each_step() {
    world
        .lands("2026-08-22T10", "a", "a", "b")
        .watermarkReaches("2026-08-22T11:06:00Z")
        .coordinatorTicks();
    for (String action : new String[] {"close", "prepare", "process", "publish", "archive"}) {
      assertSaid(
          "tidemark_coordinator_actions_total{action=\""
              + action
              + "\",dataset=\"events\",outcome=\"done\"} 1.0");
    }
    assertSaid(
        "tidemark_coordinator_rows_total{dataset=\"events\",kind=\"out\"} 2.0",
        "tidemark_coordinator_rows_total{dataset=\"events\",kind=\"duplicates\"} 1.0",
        "tidemark_coordinator_rows_total{dataset=\"events\",kind=\"quarantined\"} 0.0",
        "tidemark_coordinator_publish_delay_seconds_count{dataset=\"events\"} 1",
        "tidemark_coordinator_publish_delay_seconds_sum{dataset=\"events\"} 3600.0",
        "tidemark_coordinator_watermark_delay_seconds{dataset=\"events\"} 3240.0");
    assertThat(registry.get("tidemark.coordinator.tick").timer().count()).isPositive();
  }

  @Test
  void a_restated_partition_counts_its_rows_again_but_is_not_late() {
    world
        .lands("2026-08-22T10", "a")
        .watermarkReaches("2026-08-22T11:06:00Z")
        .coordinatorTicks()
        .lands("2026-08-22T10", "late")
        .timePasses(Duration.ofMinutes(11))
        .coordinatorTicks();
    assertSaid(
        "tidemark_coordinator_rows_total{dataset=\"events\",kind=\"out\"} 3.0",
        "tidemark_coordinator_publish_delay_seconds_count{dataset=\"events\"} 1");
  }

  @Test
  void failures_are_told_apart_by_who_has_to_act() {
    world
        .lands("2026-08-22T10", "a")
        .lands("2026-08-22T11", "b")
        .poison("2026-08-22T10", new IllegalStateException("once"))
        .poison("2026-08-22T11", new LandingException.NeedsOperator("damaged"))
        .watermarkReaches("2026-08-22T12:06:00Z")
        .coordinatorTicks();
    world.tick();
    assertSaid(
        "tidemark_coordinator_actions_total{action=\"process\",dataset=\"events\",outcome=\"retried\"} 1.0",
        "tidemark_coordinator_actions_total{action=\"process\",dataset=\"events\",outcome=\"failed\"} 1.0",
        "tidemark_coordinator_partitions{dataset=\"events\",state=\"failed\"} 2.0",
        "tidemark_coordinator_partitions_waiting{dataset=\"events\"} 1.0",
        "tidemark_coordinator_attempts_running{dataset=\"events\"} 0.0",
        // 10 ended at 11:00, and with the grace was to close at 11:05.
        "tidemark_coordinator_overdue_seconds{dataset=\"events\"} 3660.0");
  }

  @Test
  void an_attempt_runs_until_its_claim_is_gone() {
    world
        .lands("2026-08-22T10", "a")
        .watermarkReaches("2026-08-22T11:06:00Z")
        .whileProcessing(
            () -> assertSaid("tidemark_coordinator_attempts_running{dataset=\"events\"} 1.0"))
        .coordinatorTicks();
    world.tick();
    assertSaid("tidemark_coordinator_attempts_running{dataset=\"events\"} 0.0");
  }

  @Test
  void a_look_that_cannot_read_the_log_is_a_failure_and_the_figures_stay() {
    world.lands("2026-08-22T12", "a").tick();
    away.set(true);
    world.tick();
    assertSaid(
        "tidemark_coordinator_tick_failures_total{dataset=\"events\"} 1.0",
        "tidemark_coordinator_partitions{dataset=\"events\",state=\"open\"} 1.0");
  }

  @Test
  void one_that_is_held_is_told_as_such() {
    world.lands("2026-08-22T12", "a");
    world.says(new LogEntry.Held(PartitionId.parse("2026-08-22T12"), "wait"));
    world.tick();
    assertSaid("tidemark_coordinator_partitions{dataset=\"events\",state=\"held\"} 1.0");
  }
}
