package dev.tidemark.collector.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.collector.event.UnacceptableException.Kind;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {
  private final EventReader reader = new EventReader(50, 3);

  @Test
  void one_object_an_array_or_lines_become_events() throws Exception {
    assertThat(many("{ \"a\" : 1 }")).containsExactly("{\"a\":1}");
    assertThat(many(" [ {\"a\": 1} , 2,[ ] ] ")).containsExactly("{\"a\":1}", "2", "[]");
    assertThat(many("{\"a\": 1}\n\r\n{\"a\":2}\r\n")).containsExactly("{\"a\":1}", "{\"a\":2}");
    assertThat(many("5\n{\"a\":2}")).containsExactly("5", "{\"a\":2}");
    assertThat(many("[]")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \n ",
        "{}{}",
        "{} {}",
        "{}\r{}",
        "{} x",
        "{}\n{",
        "{}\nx",
        "[{}",
        "[{},]",
        "[{}]]",
        "[{}] {}",
        "[{}]\n{}",
        "[{} {}]",
        "5",
        "\"text\"",
        "null",
      })
  void what_is_unparseable_as_a_whole_is_refused(String body) {
    assertThatThrownBy(() -> many(body))
        .isInstanceOf(UnacceptableException.class)
        .extracting(e -> ((UnacceptableException) e).kind())
        .isEqualTo(Kind.MALFORMED);
  }

  /** As a signed byte it is -1, which has meant the end. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1}\u00ff",
        "{\"a\":1}\n\u00ff{\"a\":2}",
        "[{\"a\":1}]\u00ff",
        "\u00ff{\"a\":1}"
      })
  void the_byte_ff_is_not_the_end_of_a_body(String body) {
    byte[] bytes = body.getBytes(ISO_8859_1);
    assertThatThrownBy(() -> reader.many(bytes.clone(), bytes.length))
        .isInstanceOf(UnacceptableException.class);
    assertThatThrownBy(() -> reader.one(bytes.clone(), bytes.length))
        .isInstanceOf(UnacceptableException.class);
    assertThatThrownBy(() -> reader.batch(bytes.clone(), bytes.length))
        .isInstanceOf(UnacceptableException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "[{}]", "{}{}", "{}\n{}", "{} x", "1"})
  void where_one_object_is_due_nothing_else_is_taken(String body) {
    byte[] bytes = body.getBytes(UTF_8);
    assertThatThrownBy(() -> reader.one(bytes, bytes.length))
        .isInstanceOf(UnacceptableException.class);
  }

  @Test
  void too_many_events_name_the_limit() {
    for (String body : List.of("[1,2,3,4]", "{}\n{}\n{}\n{}")) {
      assertThatThrownBy(() -> many(body))
          .asInstanceOf(InstanceOfAssertFactories.type(UnacceptableException.class))
          .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE))
          .satisfies(e -> assertThat(e).hasMessageContaining("3 events"));
    }
  }

  @Test
  void an_event_that_cannot_be_kept_has_a_problem() throws Exception {
    String fits = "{\"a\":\"" + "x".repeat(42) + "\"}";
    String tooLarge = "{\"a\":\"" + "x".repeat(43) + "\"}";
    assertThat(fits).hasSize(50);
    assertThat(reader.problem(event(fits.replace(":", " \n:")), BatchMembers.NONE)).isEmpty();
    assertThat(reader.problem(event(tooLarge), BatchMembers.NONE))
        .get()
        .extracting(Problem::reason)
        .asString()
        .contains("50 bytes");
    assertThat(reader.problem(event("{ }"), BatchMembers.NONE))
        .map(Problem::kind)
        .hasValue(Problem.Kind.EMPTY);
    assertThat(reader.problem(event("[{\"a\":1}]"), BatchMembers.NONE))
        .map(Problem::kind)
        .hasValue(Problem.Kind.NOT_AN_OBJECT);
  }

  @Test
  void the_clients_id_is_a_top_level_text_of_at_most_100_characters() throws Exception {
    assertThat(event("{\"messageId\":\"m\",\"event_id\":\"e\"}").clientId()).hasValue("m");
    assertThat(event("{\"event_id\":\"e\",\"x\":1}").clientId()).hasValue("e");
    assertThat(event("{\"messageId\":5,\"event_id\":\"e\"}").clientId()).hasValue("e");
    assertThat(event("{\"messageId\":\" \",\"event_id\":\"e\"}").clientId()).hasValue("e");
    assertThat(event("{\"message\\u0049d\":\"a\\n\\u00e9\\ud83d\\ude00\"}").clientId())
        .hasValue("a\n\u00e9\ud83d\ude00");
    assertThat(event("{\"a\":{\"event_id\":\"no\"},\"b\":[\"event_id\",\"no\"]}").clientId())
        .isEmpty();
    assertThat(event("[{\"event_id\":\"no\"}]").clientId()).isEmpty();
    String longest = "\ud83d\ude00".repeat(100);
    assertThat(event("{\"event_id\":\"" + longest + "\"}").clientId()).hasValue(longest);
    assertThat(event("{\"event_id\":\"" + "x".repeat(101) + "\"}").clientId()).isEmpty();
  }

  @Test
  void a_batch_is_an_objects_batch_or_an_array_or_one_event() throws Exception {
    assertThat(batch("{\"sentAt\":1, \"batch\" : [ {\"a\": 1} , 2 ],\"writeKey\":\"k\"}"))
        .containsExactly("{\"a\":1}", "2");
    assertThat(batch("{\"batch\":[]}")).isEmpty();
    assertThat(batch("[{\"a\": 1},{\"b\": 2}]")).containsExactly("{\"a\":1}", "{\"b\":2}");
    assertThat(batch("{\"a\": {\"batch\":[1]}}")).containsExactly("{\"a\":{\"batch\":[1]}}");
    assertThat(batch("{\"batch\": {\"x\":[1]}}")).containsExactly("{\"batch\":{\"x\":[1]}}");
    assertThat(batch("{\"batch\":[1],\"batch\":[ 2, 3 ]}")).containsExactly("2", "3");
    assertThatThrownBy(() -> batch("{\"batch\":[1]} x")).isInstanceOf(UnacceptableException.class);
    assertThatThrownBy(() -> batch("{\"batch\":[1,2,3,4]}"))
        .asInstanceOf(InstanceOfAssertFactories.type(UnacceptableException.class))
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE));
  }

  @Test
  void what_stands_beside_a_batch_is_kept_as_sent_without_the_key() throws Exception {
    assertThat(
            beside(
                "{ \"a\" : 1.0, \"batch\": [ {\"b\": 1} ] , \"a\": [ \"batch\" ], \"writeKey\": \"k\" }"))
        .isEqualTo("{\"a\":1.0,\"a\":[\"batch\"]}");
    assertThat(beside("{\"writeKey\":\"k\",\"batch\":[],\"c\":{\"writeKey\":\"kept\"}}"))
        .isEqualTo("{\"c\":{\"writeKey\":\"kept\"}}");
    assertThat(beside("{\"batch\":[1],\"batch\":[2]}")).isEqualTo("{\"batch\":[1]}");
    for (String nothing :
        List.of("{\"batch\":[{}],\"writeKey\":\"k\"}", "[{\"a\":1}]", "{\"a\":1}")) {
      assertThat(beside(nothing)).isEmpty();
    }
  }

  @Test
  void an_event_may_be_too_large_with_what_stands_beside_its_batch() throws Exception {
    String event = "{\"a\":\"" + "x".repeat(32) + "\"}";
    byte[] body = ("{\"batch\":[" + event + "],\"c\":12345}").getBytes(UTF_8);
    Events events = reader.batch(body, body.length);
    assertThat(reader.problem(events.all().get(0), BatchMembers.NONE)).isEmpty();
    assertThat(reader.problem(events.all().get(0), events.besideBatch()))
        .get()
        .extracting(Problem::reason)
        .asString()
        .contains("50 bytes: 40 ", " 11 beside the batch");
  }

  @Test
  void the_key_of_a_batch_stands_beside_it_or_in_its_first_event() throws Exception {
    assertThat(key("{\"batch\":[{\"writeKey\":\"in\"}],\"writeKey\":\"beside\"}"))
        .hasValue("beside");
    assertThat(key("{\"batch\":[{\"writeKey\":\"in\"},{}]}")).hasValue("in");
    assertThat(key("{\"batch\":[{},{\"writeKey\":\"in\"}]}")).isEmpty();
    assertThat(key("[{\"writeKey\":\"in\"}]")).hasValue("in");
  }

  @Test
  void a_call_gives_its_type_to_an_event_that_has_none() throws Exception {
    assertThat(typed("{ \"event\": \"A\" }")).isEqualTo("{\"type\":\"track\",\"event\":\"A\"}");
    assertThat(typed("{\"type\":\"page\"}")).isEqualTo("{\"type\":\"page\"}");
    assertThat(typed("{\"t\\u0079pe\":5}")).isEqualTo("{\"t\\u0079pe\":5}");
    assertThat(typed("{\"a\":{\"type\":1}}")).isEqualTo("{\"type\":\"track\",\"a\":{\"type\":1}}");
    assertThat(typed("{}")).isEqualTo("{}");
  }

  @Test
  void a_form_field_becomes_its_json() throws Exception {
    byte[] body = "data=%7B%22a%22%3A+%22%C3%AF%22%7D&x=1".getBytes(UTF_8);
    assertThat(FormData.isForm(body, body.length)).isTrue();
    int length = FormData.decode(body, body.length);
    assertThat(new String(body, 0, length, UTF_8)).isEqualTo("{\"a\": \"\u00ef\"}");
    for (String bad : List.of("data=%", "data=%7", "data=%zz")) {
      byte[] bytes = bad.getBytes(UTF_8);
      assertThatThrownBy(() -> FormData.decode(bytes, bytes.length))
          .isInstanceOf(UnacceptableException.class);
    }
    assertThat(FormData.isForm("dat".getBytes(UTF_8), 3)).isFalse();
  }

  private String typed(String body) throws UnacceptableException {
    byte[] bytes = body.getBytes(UTF_8);
    return new String(reader.typed("track", bytes, bytes.length).all().get(0).toBytes(), UTF_8);
  }

  private List<String> batch(String body) throws UnacceptableException {
    byte[] bytes = body.getBytes(UTF_8);
    return reader.batch(bytes, bytes.length).all().stream()
        .map(e -> new String(e.toBytes(), UTF_8))
        .toList();
  }

  private String beside(String body) throws UnacceptableException {
    byte[] bytes = body.getBytes(UTF_8);
    return new String(reader.batch(bytes, bytes.length).besideBatch().toBytes(), UTF_8);
  }

  private Optional<String> key(String body) throws UnacceptableException {
    byte[] bytes = body.getBytes(UTF_8);
    return reader.batch(bytes, bytes.length).writeKey();
  }

  private static Event event(String text) throws UnacceptableException {
    byte[] bytes = text.getBytes(UTF_8);
    return new JsonScanner(bytes, bytes.length).value();
  }

  private List<String> many(String body) throws UnacceptableException {
    byte[] bytes = body.getBytes(UTF_8);
    return reader.many(bytes, bytes.length).all().stream()
        .map(e -> new String(e.toBytes(), UTF_8))
        .toList();
  }
}
