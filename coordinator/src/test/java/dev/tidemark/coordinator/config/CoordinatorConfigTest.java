package dev.tidemark.coordinator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoordinatorConfigTest {
  private final Problems problems = new Problems();

  private CoordinatorConfig read(String yaml) {
    return CoordinatorConfig.read(
        ConfigFile.parse(yaml, "test.yaml", Map.of(), List.of()).root(problems));
  }

  @Test
  void nothing_need_be_said() {
    assertThat(read(""))
        .isEqualTo(
            new CoordinatorConfig(
                "0/10 * * * * ?", 1, Duration.ofMinutes(1), 3, Duration.ofSeconds(30)));
    problems.throwIfAny();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "schedule: every minute | 'coordinator.schedule' must be a Quartz cron expression",
        "concurrency: 0 | 'coordinator.concurrency'",
        "lease: PT0.5S | 'coordinator.lease'",
        "retries: -1 | 'coordinator.retries'",
        "backoff: PT0S | 'coordinator.backoff'",
        "backfill: 0 | 'coordinator.backfill'",
        "order: random | 'coordinator.order' must be one of oldest-first, newest-first",
        "throttle: often | 'coordinator.throttle'",
        "timeout: PT0S | 'coordinator.timeout'",
        "service-level: PT1S | 'coordinator.service-level'",
        "retrys: 3 | Did you mean 'coordinator.retries'?",
      })
  void what_is_wrong_is_named(String setting, String message) {
    read("coordinator: {" + setting + "}");
    assertThatThrownBy(problems::throwIfAny).hasMessageContaining(message);
  }

  @Test
  void what_is_for_all_datasets_is_shown_its_place() {
    CoordinatorConfig.readAll(
        ConfigFile.parse(
                "datasets: [{name: events, coordinator: {notify: [{name: a}]}}]",
                "test.yaml",
                Map.of(),
                List.of())
            .root(problems));
    assertThatThrownBy(problems::throwIfAny)
        .hasMessage(
            "'datasets[0].coordinator.notify' belongs to 'coordinator.notify', which is for all"
                + " datasets.");
  }

  @Test
  void a_dataset_may_say_otherwise() {
    List<CoordinatorConfig> all =
        CoordinatorConfig.readAll(
            ConfigFile.parse(
                    """
                    coordinator: {concurrency: 2, order: newest-first, service-level: PT30M}
                    datasets:
                    - {name: events, coordinator: {schedule: "0 5 * * * ?", service-level: PT1H}}
                    - {name: others}
                    - {name: third, coordinator: {order: oldest-first, lag: 3}}
                    """,
                    "test.yaml",
                    Map.of("TIDEMARK_DATASETS_1_COORDINATOR_RETRIES", "9"),
                    List.of())
                .root(problems));
    assertThat(all).extracting(CoordinatorConfig::concurrency).containsOnly(2);
    assertThat(all).extracting(CoordinatorConfig::retries).containsExactly(3, 9, 3);
    assertThat(all.get(0).schedule()).isEqualTo("0 5 * * * ?");
    assertThat(all.get(0).serviceLevel()).contains(Duration.ofHours(1));
    assertThat(all.get(1).serviceLevel()).contains(Duration.ofMinutes(30));
    assertThat(all.get(1).order()).isEqualTo(CoordinatorConfig.Order.NEWEST_FIRST);
    assertThat(all.get(2).order()).isEqualTo(CoordinatorConfig.Order.OLDEST_FIRST);
    assertThatThrownBy(problems::throwIfAny)
        .hasMessageContaining("'datasets[2].coordinator.lag' is not a known key.");
  }

  @ParameterizedTest
  @CsvSource({"1, PT30S", "2, PT1M", "3, PT2M", "7, PT32M", "8, PT1H", "100, PT1H"})
  void the_pause_doubles_up_to_an_hour(int count, Duration pause) {
    assertThat(read("").backoffAfter(count)).isEqualTo(pause);
  }
}
