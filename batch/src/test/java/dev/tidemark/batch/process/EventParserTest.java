package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("locale")
class EventParserTest {
  private final EventParser parser =
      new EventParser(
          new EventTypes(
              List.of(
                  new EventType(
                      "buy",
                      List.of("type"),
                      "buy",
                      List.of(
                          new Column(
                              "event_time", List.of("at"), ColumnType.TIMESTAMP, true, null, ""),
                          new Column("n", List.of("n"), ColumnType.LONG, false, null, ""),
                          new Column(
                              "url", List.of("page", "url"), ColumnType.STRING, false, null, ""))),
                  new EventType("rpc", List.of("meta", "kind"), "rpc", List.of()))));

  private static final String BUY = "{\"type\":\"buy\",\"at\":\"2026-08-22T13:00:00Z\"";

  @Test
  void an_envelope_is_unpacked() {
    ReadEvent event =
        event(
            """
            {"event_id":"e1","received_at":"2026-08-22T13:04:05.678Z","source":"web",\
            "ip":"203.0.113.7","user_agent":"UA \\u00e9","event":%s,"n":7}}"""
                .formatted(BUY));
    assertThat(event.eventId()).isEqualTo("e1");
    assertThat(event.idGiven()).isTrue();
    assertThat(event.receivedAt()).isEqualTo(Instant.parse("2026-08-22T13:04:05.678Z"));
    assertThat(event.source()).isEqualTo("web");
    assertThat(event.ip()).isEqualTo("203.0.113.7");
    assertThat(event.userAgent()).isEqualTo("UA é");
    assertThat(event.values()).containsExactly(Instant.parse("2026-08-22T13:00:00Z"), 7L, null);
    assertThat(event.properties()).isEqualTo("{\"type\":\"buy\"}");
    assertThat(event.problems()).isEmpty();
  }

  @Test
  void an_object_without_an_event_object_is_the_event() {
    ReadEvent event = event(BUY + ",\"event\":\"clicked\"}");
    assertThat(event.eventId()).isEqualTo("events-3-42");
    assertThat(event.idGiven()).isFalse();
    assertThat(event.source()).isEqualTo("kafka");
    assertThat(event.properties()).isEqualTo("{\"type\":\"buy\",\"event\":\"clicked\"}");
  }

  @Test
  void an_envelopes_mistakes_and_strangers_are_kept() {
    ReadEvent event =
        event(
            "{\"event_id\":7,\"received_at\":\"noon\",\"more\":[1 , 2],\"source\":null,\"event\":"
                + BUY
                + "}}");
    assertThat(event.eventId()).isEqualTo("events-3-42");
    assertThat(event.receivedAt()).isNull();
    assertThat(event.properties())
        .isEqualTo(
            "{\"type\":\"buy\",\"_envelope\":"
                + "{\"event_id\":7,\"received_at\":\"noon\",\"more\":[1,2]}}");
    assertThat(event.problems())
        .containsExactly(
            "envelope field 'event_id' is not a string",
            "envelope field 'received_at' is not a timestamp");
  }

  @Test
  void a_default_stands_where_nothing_was_sent_and_not_where_something_was_wrong() {
    EventParser withDefault =
        new EventParser(
            new EventTypes(
                List.of(
                    new EventType(
                        "buy",
                        List.of("type"),
                        "buy",
                        List.of(new Column("n", List.of("n"), ColumnType.LONG, false, 5L, ""))))));
    for (String absent : List.of("", ",\"n\":null")) {
      ReadEvent event = event(withDefault, "{\"type\":\"buy\"" + absent + "}");
      assertThat(event.values()).containsExactly(5L);
      assertThat(event.problems()).isEmpty();
    }
    ReadEvent wrong = event(withDefault, "{\"type\":\"buy\",\"n\":{}}");
    assertThat(wrong.values()).containsOnlyNulls();
    assertThat(wrong.problems()).containsExactly("field 'n' is not a long");
    assertThat(wrong.properties()).contains("\"n\":{}");
  }

  @Test
  void what_no_column_takes_is_kept_as_sent() {
    ReadEvent event =
        event(
            BUY
                + ", \"big\" : 123456789012345678901234567890, \"d\":1.10, \"e\":1e400,"
                + "\"esc\":\"\\u00e9\\/ \\\"x, y\\\" \", \"dup\":1,\"dup\":2, \"sp\": { \"a b\" : [ ] }}");
    assertThat(event.properties())
        .isEqualTo(
            "{\"type\":\"buy\",\"big\":123456789012345678901234567890,\"d\":1.10,\"e\":1e400,"
                + "\"esc\":\"\\u00e9\\/ \\\"x, y\\\" \",\"dup\":1,\"dup\":2,\"sp\":{\"a b\":[]}}");
  }

  @Test
  void a_nested_column_leaves_its_neighbours() {
    ReadEvent event = event(BUY + ",\"page\":{\"title\":\"t\",\"url\":\"/x\",\"n\":1}}");
    assertThat(event.values().get(2)).isEqualTo("/x");
    assertThat(event.properties())
        .isEqualTo("{\"type\":\"buy\",\"page\":{\"title\":\"t\",\"n\":1}}");
    assertThat(event(BUY + ",\"page\":{\"url\":\"/x\"},\"z\":1}").properties())
        .isEqualTo("{\"type\":\"buy\",\"page\":{},\"z\":1}");
  }

  @Test
  void an_optional_value_that_does_not_convert_stays_in_the_properties() {
    ReadEvent event = event(BUY + ",\"n\":1e400,\"page\":{\"url\":[\"/x\"]}}");
    assertThat(event.values().subList(1, 3)).containsOnlyNulls();
    assertThat(event.properties())
        .isEqualTo("{\"type\":\"buy\",\"n\":1e400,\"page\":{\"url\":[\"/x\"]}}");
    assertThat(event.problems())
        .containsExactly("field 'n' is not a long", "field 'page.url' is not a string");
  }

  @Test
  void half_a_surrogate_pair_is_no_text() {
    ReadEvent event = event(BUY + ",\"page\":{\"url\":\"\\uD800\"}}");
    assertThat(event.values().get(2)).isNull();
    assertThat(event.properties()).contains("\"\\uD800\"");
    assertThat(event.problems()).hasSize(1);
  }

  @Test
  void the_last_of_a_repeated_key_counts_and_the_others_are_kept() {
    ReadEvent event = event(BUY + ",\"n\":1,\"n\":2}");
    assertThat(event.values().get(1)).isEqualTo(2L);
    assertThat(event.properties()).isEqualTo("{\"type\":\"buy\",\"n\":1}");
  }

  @Test
  void keys_that_differ_in_case_are_different_keys() {
    ReadEvent event = event(BUY + ",\"N\":5}");
    assertThat(event.values().get(1)).isNull();
    assertThat(event.properties()).contains("\"N\":5");
  }

  @Test
  void a_type_that_is_not_declared_is_unknown_and_keeps_everything() {
    String sent = "{\"type\":\"rent\",\"at\":\"x\",\"n\":2147483648}";
    assertThat(event(sent).type()).isEqualTo(EventType.UNKNOWN);
    assertThat(event(sent).properties()).isEqualTo(sent);
    assertThat(event("{\"type\":5}").type()).isEqualTo(EventType.UNKNOWN);
    assertThat(event("{\"meta\":{\"kind\":\"rpc\"}}").type().name()).isEqualTo("rpc");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~                              | empty line",
        "~  ~                            | empty line",
        "null                            | not a JSON object",
        "[]                              | not a JSON object",
        "[{},{}]                         | not a JSON object",
        "5                               | not a JSON object",
        "{}{}                            | more than one JSON value",
        "{\"type\":\"buy\"} 1            | more than one JSON value",
        "{\"type\":\"buy\"} garbage      | not valid JSON",
        "not json at all                 | not valid JSON",
        "{\"id\":\"x\",\"ts\":           | not valid JSON",
        "[1                              | not valid JSON",
        "{\"n\":NaN}                     | not valid JSON",
        "{\"n\":01}                      | not valid JSON",
        "{'type':'buy'}                  | not valid JSON",
        "{}                              | missing required field 'type'",
        "{\"type\":null}                 | missing required field 'type'",
        "{\"event\":{}}                  | missing required field 'type'",
        "{\"type\":\"buy\"}              | missing required field 'at'",
        "{\"type\":\"buy\",\"at\":null}  | missing required field 'at'",
        "{\"type\":\"buy\",\"at\":\"x\"} | required field 'at' is not a timestamp",
        "{\"type\":\"buy\",\"at\":9223372036854775807} | required field 'at' is not a timestamp"
      })
  void what_is_no_event_is_rejected_with_its_reason(String line, String reason) {
    assertThat(parse(line.getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(new ParsedLine.Rejected(reason));
  }

  @Test
  void bytes_that_are_not_utf_8_are_rejected() {
    assertThat(parse(new byte[] {0x7B, (byte) 0x80, (byte) 0xFF, 0x7D}))
        .isEqualTo(new ParsedLine.Rejected("not valid UTF-8"));
    assertThat(parse("{\"type\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1)))
        .isEqualTo(new ParsedLine.Rejected("not valid UTF-8"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE"})
  void no_other_encoding_is_guessed(String charset) {
    assertThat(parse((BUY + "}").getBytes(Charset.forName(charset))))
        .isInstanceOf(ParsedLine.Rejected.class);
  }

  @Test
  void a_byte_order_mark_is_skipped() {
    ReadEvent event = event("\uFEFF" + BUY + ",\"a\":1}");
    assertThat(event.properties()).isEqualTo("{\"type\":\"buy\",\"a\":1}");
  }

  @Test
  void a_thousand_levels_are_read_and_one_more_is_not() {
    assertThat(parse(nested(999))).isInstanceOf(ParsedLine.Event.class);
    assertThat(parse(nested(1000)))
        .isEqualTo(new ParsedLine.Rejected("nested deeper than 1000 levels"));
    assertThat(parse("[".repeat(100_000).getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(new ParsedLine.Rejected("nested deeper than 1000 levels"));
  }

  @Test
  void nothing_but_depth_is_limited() {
    String digits = "9".repeat(5000);
    String name = "k".repeat(100_000);
    assertThat(event(BUY + ",\"" + name + "\":" + digits + ",\"n\":" + digits + "}").properties())
        .endsWith("\"n\":" + digits + "}");
  }

  @Test
  void content_is_the_event_apart_from_white_space_and_sending_time() {
    ReadEvent first = event(BUY + ",\"a\":1,\"sentAt\":\"1\"}");
    assertThat(event(BUY + ", \"a\": 1, \"sent_at\":\"2\"}").content()).isEqualTo(first.content());
    assertThat(event(BUY + ",\"a\":1}").content()).isEqualTo(first.content());
    assertThat(event(BUY + ",\"a\":2,\"sentAt\":\"1\"}").content()).isNotEqualTo(first.content());
    assertThat(event(BUY + ",\"a\":1,\"in\":{\"sentAt\":1}}").content())
        .isNotEqualTo(first.content());
  }

  private static byte[] nested(int arrays) {
    return ("{\"type\":\"t\",\"a\":" + "[".repeat(arrays) + "]".repeat(arrays) + "}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private ParsedLine parse(byte[] line) {
    return parser.parse(line, () -> "events-3-42");
  }

  private static ReadEvent event(EventParser parser, String line) {
    return ReadEvent.of(parser.parse(line.getBytes(StandardCharsets.UTF_8), () -> "events-3-42"));
  }

  private ReadEvent event(String line) {
    return ReadEvent.of(parse(line.getBytes(StandardCharsets.UTF_8)));
  }
}
