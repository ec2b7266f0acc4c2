package dev.tidemark.landing.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetentionConfigTest {
  private static RetentionConfig read(String retention) {
    String yaml = "datasets:\n- {root: \"file:///data\", retention: {" + retention + "}}";
    Problems problems = new Problems();
    List<DatasetConfig> all =
        DatasetConfig.readAll(ConfigFile.parse(yaml, "test", Map.of(), List.of()).root(problems));
    problems.throwIfAny();
    return all.get(0).retention();
  }

  @Test
  void without_ages_only_old_entries_of_the_log_go() {
    assertThat(read("")).isEqualTo(RetentionConfig.NONE);
    assertThat(read("").removesAnything()).isFalse();
  }

  @Test
  void each_part_has_an_age_of_its_own() {
    assertThat(read("final: P730D, archive: P90D, log: P30D"))
        .isEqualTo(
            new RetentionConfig(
                Optional.of(Duration.ofDays(730)),
                Optional.of(Duration.ofDays(90)),
                Optional.empty(),
                Duration.ofDays(30)));
    assertThat(read("replaced: PT1M").removesAnything()).isTrue();
  }

  @Test
  void every_mistake_is_named() {
    assertThatThrownBy(() -> read("final: soon, archive: PT0S, log: P6D, raw: P1D"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("'datasets[0].retention.final' must be a duration")
        .hasMessageContaining("'datasets[0].retention.archive' must be a duration")
        .hasMessageContaining("'datasets[0].retention.log' must be a duration")
        .hasMessageContaining("at least PT168H")
        .hasMessageContaining("datasets[0].retention.raw");
  }
}
