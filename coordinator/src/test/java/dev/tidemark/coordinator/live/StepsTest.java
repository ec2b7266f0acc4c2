package dev.tidemark.coordinator.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepsTest {
  private static final Instant NOW = Instant.parse("2026-08-22T12:00:07Z");

  @ParameterizedTest
  @CsvSource({
    "1, PT10S, 6",
    "60, PT10S, 360",
    "61, PT20S, 183",
    "120, PT20S, 360",
    "360, PT1M, 360",
    "720, PT2M, 360",
    "1440, PT4M, 360"
  })
  void there_are_never_too_many(int minutes, String step, int count) {
    Steps steps = Steps.of(NOW, minutes);
    assertThat(steps.step()).hasToString(step);
    assertThat(steps.count()).isEqualTo(count);
    assertThat(steps.until()).isBeforeOrEqualTo(NOW);
  }

  @Test
  void a_moment_lies_in_the_step_that_it_begins() {
    Steps steps = Steps.of(NOW, 1);
    assertThat(steps.from()).isEqualTo("2026-08-22T11:59:00Z");
    assertThat(steps.at(Instant.parse("2026-08-22T11:59:00Z"))).isZero();
    assertThat(steps.at(Instant.parse("2026-08-22T11:59:09.999Z"))).isZero();
    assertThat(steps.at(Instant.parse("2026-08-22T11:59:10Z"))).isEqualTo(1);
    assertThat(steps.at(Instant.parse("2026-08-22T11:58:59.999Z"))).isEqualTo(-1);
    assertThat(steps.at(Instant.parse("1970-01-01T00:00:00Z"))).isEqualTo(-1);
    assertThat(steps.at(Instant.parse("2026-08-22T12:00:00Z"))).isEqualTo(6);
    assertThat(steps.at(Instant.parse("9999-08-22T12:00:00Z"))).isEqualTo(6);
  }
}
