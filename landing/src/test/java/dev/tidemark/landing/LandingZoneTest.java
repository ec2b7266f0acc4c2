package dev.tidemark.landing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LandingZoneTest {
  private static final PartitionId HOUR = PartitionId.parse("2026-08-22T13");

  @ParameterizedTest
  @CsvSource({
    "0, 00000000000000000000",
    "1, 00000000000000000001",
    "1234567890, 00000000001234567890",
    "9223372036854775807, 09223372036854775807"
  })
  void versions_sort_by_name(long version, String name) {
    assertThat(LandingZone.logEntry(version)).isEqualTo("_landing/log/" + name + ".json");
    assertThat(LandingZone.record(HOUR, version))
        .isEqualTo("_landing/partitions/dt=2026-08-22/hr=13/" + name + ".json");
    assertThat(LandingZone.notified("hook", version))
        .isEqualTo("_landing/notify/hook/" + name + ".json");
  }
}
