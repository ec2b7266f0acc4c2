package dev.tidemark.landing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IsoTimeTest {
  private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  @Property
  void an_instant_is_read_as_it_is_written(
      @ForAll @LongRange(min = -62_135_596_800L, max = 253_402_300_799L) long second,
      @ForAll @IntRange(max = 999_999_999) int nano) {
    Instant time = Instant.ofEpochSecond(second, nano);
    assertThat(IsoTime.parse(time.toString())).contains(time);
    // With a zone it takes the other way.
    assertThat(IsoTime.parse(time.toString().replace("Z", "+00:00"))).contains(time);
    assertThat(second).isBetween(FIRST, LAST);
  }

  @Property(tries = 20_000)
  void what_ends_in_a_z_and_what_ends_in_an_offset_of_none_are_the_same(
      @ForAll @CharRange(from = '0', to = '9') @StringLength(14) String digits,
      @ForAll @CharRange(from = '+', to = ':') @StringLength(max = 11) String fraction) {
    String text =
        new StringBuilder(digits)
            .insert(12, ':')
            .insert(10, ':')
            .insert(8, 'T')
            .insert(6, '-')
            .insert(4, '-')
            .append(fraction)
            .toString();
    assertThat(IsoTime.parse(text + "Z")).isEqualTo(IsoTime.parse(text + "+00:00"));
  }

  @Tag("locale")
  @ParameterizedTest
  @CsvSource({
    "2026-08-22T13:00:00Z, 2026-08-22T13:00:00Z",
    "2026-08-22T13:00:00.5Z, 2026-08-22T13:00:00.500Z",
    "2026-08-22T13:00:00.123456789Z, 2026-08-22T13:00:00.123456789Z",
    "2024-02-29T23:59:59Z, 2024-02-29T23:59:59Z",
    "2026-08-22T13:00Z, 2026-08-22T13:00:00Z",
    "2026-08-22t13:00:00z, 2026-08-22T13:00:00Z",
    "2026-08-22T13:00:00, 2026-08-22T13:00:00Z",
    "2026-08-22T13:00:00+02:00, 2026-08-22T11:00:00Z",
    "2026-08-22T13:00:00.25-0530, 2026-08-22T18:30:00.250Z",
  })
  void a_time_without_a_zone_is_in_utc(String text, Instant time) {
    assertThat(IsoTime.parse(text)).contains(time);
  }

  @Tag("locale")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Z",
        "2026-08-22",
        "2026-02-30T13:00:00Z",
        "2025-02-29T13:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-08-22T24:00:00Z",
        "2026-08-22T13:60:00Z",
        "2026-08-22T13:00:60Z",
        "0000-08-22T13:00:00Z",
        "2026-08-22T13:00:00.1234567890Z",
        "2026-08-22T13:00:00.12a4Z",
        "2026-08-22 13:00:00Z",
        "2026-08-22T13:00:00.Z.",
        "٢٠٢٦-08-22T13:00:00Z"
      })
  void anything_else_is_none(String text) {
    assertThat(IsoTime.parse(text)).isEmpty();
  }
}
