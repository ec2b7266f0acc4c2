package dev.tidemark.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.TimeZone;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("locale")
class PartitionIdTest {
  @ParameterizedTest
  @CsvSource({
    "2026-08-22T00:05:00Z, PT1H, 2026-08-22T00, dt=2026-08-22/hr=00",
    "2026-08-22T10:05:00Z, PT1H, 2026-08-22T10, dt=2026-08-22/hr=10",
    "2026-08-22T22:59:59.999Z, PT1H, 2026-08-22T22, dt=2026-08-22/hr=22",
    "2026-08-22T08:00:00Z, PT1H, 2026-08-22T08, dt=2026-08-22/hr=08",
    "2026-08-22T13:04:59Z, PT1M, 2026-08-22T13:04, dt=2026-08-22/hr=13/mi=04",
    "2026-08-22T13:04:59Z, PT15M, 2026-08-22T13:00, dt=2026-08-22/hr=13/mi=00",
    "1969-12-31T23:59:59Z, PT1H, 1969-12-31T23, dt=1969-12-31/hr=23"
  })
  void a_time_has_one_partition_with_a_text_and_a_directory(
      Instant time, String granularity, String text, String directory) {
    Granularity g = Granularity.parse(granularity);
    PartitionId id = PartitionId.of(time, g);
    assertThat(id).hasToString(text);
    assertThat(id.directory()).isEqualTo(directory);
    assertThat(PartitionId.parse(text, g)).isEqualTo(id);
    assertThat(PartitionId.ofDirectory(directory)).contains(id);
    assertThat(id.start()).isBeforeOrEqualTo(time);
    assertThat(id.end(g)).isAfter(time).isEqualTo(id.next(g).start());
  }

  @Test
  void a_partition_is_in_utc_whatever_the_zone_of_the_host() {
    TimeZone before = TimeZone.getDefault();
    try {
      for (String zone : new String[] {"Asia/Kolkata", "America/New_York"}) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        // The hour that New York has twice.
        assertThat(PartitionId.of(Instant.parse("2026-11-01T05:30:00Z"), Granularity.HOUR))
            .hasToString("2026-11-01T05");
        assertThat(PartitionId.of(Instant.parse("2026-11-01T06:30:00Z"), Granularity.HOUR))
            .hasToString("2026-11-01T06");
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-03-29", "2026-10-25"})
  void a_day_of_a_change_to_or_from_summer_time_has_24_hours(String day) {
    TimeZone before = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
      PartitionId id = PartitionId.parse(day + "T00");
      for (int hour = 0; hour < 24; hour++) {
        assertThat(id.directory()).isEqualTo(String.format("dt=%s/hr=%02d", day, hour));
        assertThat(PartitionId.of(id.start().plusSeconds(1800), Granularity.HOUR)).isEqualTo(id);
        assertThat(PartitionId.ofDirectory(id.directory())).contains(id);
        id = id.next(Granularity.HOUR);
      }
      assertThat(id.start()).isEqualTo(Instant.parse(day + "T00:00:00Z").plusSeconds(86_400));
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-08-22",
        "2026-08-22T24",
        "2026-02-30T01",
        "2026-08-22T13:60",
        "2026-8-22T13",
        "2026-08-22T13Z",
        "2026-08-22 13",
        "hr=8"
      })
  void what_is_not_a_partition_is_refused_with_an_example(String text) {
    assertThatThrownBy(() -> PartitionId.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2026-08-22T13:04");
  }

  @Test
  void a_partition_of_another_granularity_is_refused_with_the_one_meant() {
    assertThatThrownBy(() -> PartitionId.parse("2026-08-22T13:04", Granularity.parse("PT5M")))
        .hasMessageContaining("'2026-08-22T13:00'");
    assertThatThrownBy(() -> PartitionId.parse("2026-08-22T13", Granularity.MINUTE))
        .hasMessageContaining("'2026-08-22T13:00'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dt=2026-08-22/hr=8", "dt=2026-08-22/hr=8/mi=04", "dt=__HIVE_DEFAULT_PARTITION__/hr=08",
        "dt=2026-08-22", "2026-08-22/08", "dt=2026-08-22/hr=08/mi=04/x"
      })
  void a_directory_that_is_not_exactly_a_partition_is_none(String directory) {
    assertThat(PartitionId.ofDirectory(directory)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT7M", "PT2H", "PT30S", "PT90S", "PT0S", "-PT1M", "PT1M0.5S"})
  void a_granularity_divides_an_hour_evenly(String text) {
    assertThatThrownBy(() -> Granularity.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("divide an hour evenly");
  }
}
