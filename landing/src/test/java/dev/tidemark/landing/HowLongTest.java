package dev.tidemark.landing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HowLongTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 s",
    "PT0.9S, 900 ms",
    "PT5S, 5 s",
    "PT1M, 1 min",
    "PT61S, 1 min 1 s",
    "PT2H, 2 h",
    "PT2H10M59S, 2 h 10 min",
    "PT2H59S, 2 h",
    "P3D, 3 d",
    "P3DT4H5M, 3 d 4 h",
  })
  void a_length_of_time_is_told_in_its_two_largest_units(Duration length, String told) {
    assertThat(HowLong.of(length)).isEqualTo(told);
  }

  @Test
  void what_was_just_now_is_not_told_in_seconds() {
    assertThat(HowLong.ago(Duration.ZERO)).isEqualTo("just now");
    assertThat(HowLong.ago(Duration.ofSeconds(-3))).isEqualTo("just now");
    assertThat(HowLong.ago(Duration.ofSeconds(90))).isEqualTo("1 min 30 s ago");
  }
}
