package dev.tidemark.collector.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.collector.event.UnacceptableException.Kind;
import java.util.List;
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
    assertThat(reader.problem(event(fits.replace(":", " \n:")))).isEmpty();
    assertThat(reader.problem(event(tooLarge))).get().asString().contains("50 bytes");
    assertThat(reader.problem(event("{ }"))).hasValue("an object without members");
    assertThat(reader.problem(event("[{\"a\":1}]"))).hasValue("not a JSON object");
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

  private static Event event(String text) throws UnacceptableException {
    byte[] bytes = text.getBytes(UTF_8);
    return new JsonScanner(bytes, bytes.length).value();
  }

  private List<String> many(String body) throws UnacceptableException {
    byte[] bytes = body.getBytes(UTF_8);
    return reader.many(bytes, bytes.length).stream()
        .map(e -> new String(e.toBytes(), UTF_8))
        .toList();
  }
}
