package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("locale")
class ColumnTypeTest {
  @ParameterizedTest
  @CsvSource({
    "2147483648, 2147483648",
    "5.0, 5",
    "-0, 0",
    "1e3, 1000",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808"
  })
  void a_long_is_any_number_that_is_one_exactly(String sent, long expected) {
    assertThat(number(ColumnType.LONG, sent)).contains(expected);
    assertThat(text(ColumnType.LONG, sent)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775808",
        "1.5",
        "1e999999999",
        "1e-999999999",
        "1e99999999999",
        "",
        " 5",
        "0x5",
        "five",
        "NaN",
        "true"
      })
  void what_is_no_long_is_empty_and_never_an_exception(String sent) {
    assertThat(text(ColumnType.LONG, sent)).isEmpty();
  }

  @Test
  void a_double_is_finite() {
    assertThat(number(ColumnType.DOUBLE, "-34.3192785")).contains(-34.3192785);
    assertThat(number(ColumnType.DOUBLE, "1e308")).contains(1e308);
    assertThat(number(ColumnType.DOUBLE, "1e400")).isEmpty();
    assertThat(number(ColumnType.DOUBLE, "-1e400")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"NaN", "Infinity", "1d", "0x1p3", " 1", "", "1,5"})
  void a_double_is_written_as_json_writes_one(String sent) {
    assertThat(text(ColumnType.DOUBLE, sent)).isEmpty();
  }

  @Test
  void a_boolean_is_true_or_false() {
    assertThat(number(ColumnType.BOOLEAN, "true")).contains(true);
    assertThat(text(ColumnType.BOOLEAN, "false")).contains(false);
    assertThat(text(ColumnType.BOOLEAN, "TRUE")).isEmpty();
    assertThat(number(ColumnType.BOOLEAN, "1")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2024-01-01T00:00:29.084792, 2024-01-01T00:00:29.084792Z",
    "2024-01-01T00:00:29Z, 2024-01-01T00:00:29Z",
    "2024-01-01T05:30:29+05:30, 2024-01-01T00:00:29Z",
    "2024-01-01T05:30:29+0530, 2024-01-01T00:00:29Z",
    "2024-01-01T00:00, 2024-01-01T00:00:00Z",
    "2024-01-01T00:00:00.123456789Z, 2024-01-01T00:00:00.123456Z",
    "1500-02-28T00:00:00Z, 1500-02-28T00:00:00Z"
  })
  void a_timestamp_is_iso_8601_and_utc_where_no_zone_is_given(String sent, Instant expected) {
    assertThat(text(ColumnType.TIMESTAMP, sent)).contains(expected);
  }

  @Test
  void the_zone_and_language_of_the_host_do_not_matter() {
    TimeZone zone = TimeZone.getDefault();
    Locale locale = Locale.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
      Locale.setDefault(Locale.forLanguageTag("th-TH-u-ca-buddhist-nu-thai"));
      assertThat(text(ColumnType.TIMESTAMP, "2026-11-01T05:30:00"))
          .contains(Instant.parse("2026-11-01T05:30:00Z"));
    } finally {
      TimeZone.setDefault(zone);
      Locale.setDefault(locale);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abc",
        "",
        "2024-01-01",
        "2024-02-30T00:00:00Z",
        "2024-01-01T25:00:00",
        "+999999999-12-31T23:59:59Z",
        "0000-12-31T00:00:00Z",
        "2024",
        "20240101",
        "99999999",
        "-1704067229",
        "100000000000000000",
        "1e17",
        "9223372036854775807",
        "1e400",
        "1e99999999999",
        "1e-999999999",
        "NaN"
      })
  void what_is_no_timestamp_is_empty_and_never_an_exception(String sent) {
    assertThat(text(ColumnType.TIMESTAMP, sent)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1704067229, 2024-01-01T00:00:29Z",
    "1704067229.084792, 2024-01-01T00:00:29.084792Z",
    "1.704067229e9, 2024-01-01T00:00:29Z",
    "1704067229084, 2024-01-01T00:00:29.084Z",
    "1704067229084.7921, 2024-01-01T00:00:29.084792Z",
    "1704067229084792, 2024-01-01T00:00:29.084792Z",
    "1704067229084792.9, 2024-01-01T00:00:29.084792Z",
    "100000000, 1973-03-03T09:46:40Z",
    "99999999999, 5138-11-16T09:46:39Z",
    "100000000000, 1973-03-03T09:46:40Z",
    "99999999999999, 5138-11-16T09:46:39.999Z",
    "100000000000000, 1973-03-03T09:46:40Z",
    "99999999999999999, 5138-11-16T09:46:39.999999Z"
  })
  void a_number_is_seconds_milliseconds_or_microseconds_by_its_size(String sent, Instant expected) {
    assertThat(number(ColumnType.TIMESTAMP, sent)).contains(expected);
    assertThat(text(ColumnType.TIMESTAMP, sent)).contains(expected);
  }

  @Test
  void a_number_that_is_too_small_or_too_large_is_no_timestamp() {
    for (String sent : new String[] {"0", "1", "-1704067229", "99999999.9", "1e17", "1e400"}) {
      assertThat(number(ColumnType.TIMESTAMP, sent)).isEmpty();
    }
    assertThat(number(ColumnType.TIMESTAMP, "9223372036854775807")).isEmpty();
    assertThat(number(ColumnType.TIMESTAMP, "true")).isEmpty();
  }

  @Test
  void an_integer_past_2_to_the_53_is_exact() {
    assertThat(number(ColumnType.LONG, "9007199254740993")).contains(9007199254740993L);
    assertThat(text(ColumnType.LONG, "9007199254740993")).contains(9007199254740993L);
    assertThat(number(ColumnType.STRING, "9007199254740993")).contains("9007199254740993");
  }

  private static Optional<Object> number(ColumnType type, String text) {
    return type.convert(new JsonScalar(text, false));
  }

  private static Optional<Object> text(ColumnType type, String text) {
    return type.convert(new JsonScalar(text, true));
  }
}
