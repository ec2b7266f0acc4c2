package dev.tidemark.ingest.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.config.JsonPath;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("locale")
class EventTimeReaderTest {
  private static final String T = "2026-08-22T13:00:00Z";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"2026-08-22T13:00:00Z\"            | 2026-08-22T13:00:00Z",
        "\"2026-08-22t15:00:00.25+02:00\"    | 2026-08-22T13:00:00.250Z",
        "\"2026-08-22T13:00:00\"             | 2026-08-22T13:00:00Z",
        "1787403600                          | 2026-08-22T13:00:00Z",
        "1787403600.75                       | 2026-08-22T13:00:00.750Z",
        "1787403600750                       | 2026-08-22T13:00:00.750Z",
        "\"1787403600\"                      | 2026-08-22T13:00:00Z",
        "\"1787403600750\"                   | 2026-08-22T13:00:00.750Z",
        "99999999999                         | 5138-11-16T09:46:39Z",
        "100000000000                        | 1973-03-03T09:46:40Z",
        "-1                                  | 1969-12-31T23:59:59Z",
        "0                                   | 1970-01-01T00:00:00Z",
      })
  void iso_text_and_numbers_since_the_epoch_are_times(String json, String time) {
    assertThat(in("$.t", "{\"t\":" + json + "}")).contains(Instant.parse(time));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-03-29T02:30:00", "2026-10-25T02:30:00"})
  void an_hour_that_a_zone_has_never_or_twice_is_one_in_utc(String text) {
    TimeZone before = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
      assertThat(in("$.t", "{\"t\":\"" + text + "\"}")).contains(Instant.parse(text + "Z"));
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"yesterday\"",
        "\"2026-02-30T13:00:00Z\"",
        "\"2026-08-22\"",
        "true",
        "null",
        "{}",
        "[1787403600]",
        "1e400",
        "123456789012345678901234567890",
        "NaN",
        "\"1787403600 \"",
      })
  void anything_else_is_none(String json) {
    assertThat(in("$.t", "{\"t\":" + json + "}")).isEmpty();
  }

  @Test
  void the_path_leads_into_objects_past_whatever_stands_before() {
    String event =
        "{\"a\":[{\"t\":1},[2]],\"t\":0,\"event\":{\"x\":{\"t\":3},\"t\":\"" + T + "\"},\"z\":1}";
    assertThat(in("$.event.t", event)).contains(Instant.parse(T));
    assertThat(in("$.event.x.t", event)).contains(Instant.ofEpochSecond(3));
    assertThat(in("$.a.t", event)).isEmpty();
    assertThat(in("$.t.t", event)).isEmpty();
    assertThat(in("$.event", event)).isEmpty();
    assertThat(in("$.missing", event)).isEmpty();
  }

  @Test
  void what_comes_after_the_time_is_not_looked_at() {
    assertThat(in("$.t", "{\"t\":\"" + T + "\",\"t\":0,broken")).contains(Instant.parse(T));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "[]", "1", "\"t\"", "{", "{\"t\"", "{\"t\":", "{\"t\":\"2026", "x"})
  void what_is_no_object_or_ends_too_early_has_none(String value) {
    assertThat(in("$.t", value)).isEmpty();
  }

  @Test
  void no_bytes_make_it_fail() {
    Random random = new Random(42);
    EventTimeReader reader = reader("$.t");
    byte[] start = "{\"a\":[1],\"t\":\"2026".getBytes(UTF_8);
    for (int i = 0; i < 20_000; i++) {
      byte[] value = start.clone();
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        value[random.nextInt(value.length)] = (byte) random.nextInt(256);
      }
      assertThat(reader.in(ByteBuffer.wrap(value))).isNotNull();
    }
    assertThat(in("$.t", "[".repeat(100_000))).isEmpty();
    assertThat(in("$.t", "{\"a\":" + "[".repeat(100_000))).isEmpty();
  }

  private static Optional<Instant> in(String path, String value) {
    byte[] bytes = value.getBytes(UTF_8);
    ByteBuffer inside = ByteBuffer.allocate(bytes.length + 9).position(4).put(bytes).flip();
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    Optional<Instant> time = reader(path).in(inside.position(4));
    assertThat(reader(path).in(direct)).isEqualTo(time);
    assertThat(direct.position()).as("is left as it was").isZero();
    return time;
  }

  private static EventTimeReader reader(String path) {
    return new EventTimeReader(JsonPath.parse(path).orElseThrow());
  }
}
