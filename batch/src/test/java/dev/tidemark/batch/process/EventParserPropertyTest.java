package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class EventParserPropertyTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String VALID =
      "{\"sid\":\"s\",\"type\":\"search\",\"timestamp\":\"2026-08-22T13:00:00Z\",\"latitude\":1.5,"
          + "\"x\":{\"y\":[1,\"\\u00e9\",null]}}";

  private final EventParser parser = new EventParser(EventTypes.load(EventTypesTest.SHIPPED));

  @Property(tries = 2000)
  void any_bytes_are_an_event_or_rejected(@ForAll byte[] line) {
    assertThat(parser.parse(line, () -> "t-0-0")).isNotNull();
  }

  @Property(tries = 3000)
  void a_damaged_event_is_an_event_or_rejected(@ForAll("damaged") byte[] line) throws IOException {
    if (parser.parse(line, () -> "t-0-0") instanceof ParsedLine.Event event) {
      assertThat(JSON.readTree(event.properties().toString()).isObject()).isTrue();
      assertThat(Utf8.text(line)).isPresent();
    }
  }

  @Property(tries = 1000)
  void an_event_of_no_declared_type_keeps_all_it_says(@ForAll("objects") ObjectNode sent)
      throws IOException {
    sent.put("type", "other").remove("event");
    for (byte[] line :
        new byte[][] {
          JSON.writeValueAsBytes(sent),
          JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(sent)
        }) {
      ReadEvent event = ReadEvent.of(parser.parse(line, () -> "t-0-0"));
      assertThat(event.properties()).isEqualTo(JSON.writeValueAsString(sent));
    }
  }

  @Provide
  Arbitrary<byte[]> damaged() {
    Arbitrary<byte[]> insert = Arbitraries.bytes().array(byte[].class).ofMaxSize(3);
    byte[] valid = VALID.getBytes(StandardCharsets.UTF_8);
    Arbitrary<Integer> place = Arbitraries.integers().between(0, valid.length);
    return Combinators.combine(place, Arbitraries.integers().between(0, 2), insert)
        .as(
            (at, removed, added) -> {
              byte[] head = Arrays.copyOf(valid, at + added.length);
              System.arraycopy(added, 0, head, at, added.length);
              byte[] tail =
                  Arrays.copyOfRange(valid, Math.min(valid.length, at + removed), valid.length);
              byte[] line = Arrays.copyOf(head, head.length + tail.length);
              System.arraycopy(tail, 0, line, head.length, tail.length);
              return line;
            });
  }

  @Provide
  Arbitrary<ObjectNode> objects() {
    return nodes()
        .list()
        .ofMaxSize(5)
        .map(
            values -> {
              ObjectNode object = JSON.createObjectNode();
              for (JsonNode value : values) {
                object.set("k" + object.size() + value.hashCode() % 3, value);
              }
              return object;
            });
  }

  private static Arbitrary<JsonNode> nodes() {
    Arbitrary<String> texts =
        Arbitraries.strings()
            .withCharRange(' ', '~')
            .withChars('"', '\\', ',', '{', ']', '\n', '\u2028', 'é', '\uFEFF')
            .ofMaxLength(8);
    Arbitrary<JsonNode> leaf =
        Arbitraries.oneOf(
            texts.map(t -> (JsonNode) JSON.getNodeFactory().textNode(t)),
            Arbitraries.bigIntegers().map(n -> (JsonNode) JSON.getNodeFactory().numberNode(n)),
            Arbitraries.of(true, false).map(b -> (JsonNode) JSON.getNodeFactory().booleanNode(b)),
            Arbitraries.just((JsonNode) JSON.getNodeFactory().nullNode()));
    return Arbitraries.recursive(
        () -> leaf,
        inner ->
            Combinators.combine(inner.list().ofMaxSize(3), texts)
                .as(
                    (list, name) -> {
                      JsonNode array = JSON.createArrayNode().addAll(list);
                      return JSON.createObjectNode().set(name, array);
                    }),
        0,
        3);
  }
}
