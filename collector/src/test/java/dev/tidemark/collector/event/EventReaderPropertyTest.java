package dev.tidemark.collector.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** What the reader says of any bytes, next to what Jackson says. */
class EventReaderPropertyTest {
  private static final JsonMapper JSON =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxNumberLength(100_000).build())
              .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
              .build());

  private static final EventReader READER = new EventReader(1_000, 1_000);

  private interface Reading {
    Events of(byte[] body, int length) throws UnacceptableException;
  }

  private static final List<Reading> EVERY =
      List.of(
          READER::one,
          READER::many,
          READER::batch,
          (body, length) -> READER.typed("track", body, length));

  @Property(tries = 3_000, shrinking = ShrinkingMode.BOUNDED)
  void any_bytes_are_events_or_refused(@ForAll byte[] body) {
    EVERY.forEach(reading -> readOrRefused(reading, body));
  }

  @Property(tries = 3_000, shrinking = ShrinkingMode.BOUNDED)
  void what_looks_like_json_is_events_or_refused(@ForAll("almostJson") String text) {
    EVERY.forEach(reading -> readOrRefused(reading, text.getBytes(UTF_8)));
  }

  @Property(tries = 3_000, shrinking = ShrinkingMode.BOUNDED)
  void one_object_is_taken_if_jackson_takes_it_and_means_the_same(
      @ForAll("almostJson") String text) {
    List<byte[]> ours = readOrRefused(READER::one, text.getBytes(UTF_8));
    JsonNode theirs = jackson(text);
    boolean isObject = theirs != null && theirs.isObject();
    assertThat(ours.size()).as(text).isEqualTo(isObject ? 1 : 0);
    if (isObject) {
      assertThat(jackson(new String(ours.get(0), UTF_8))).isEqualTo(theirs);
    }
  }

  /** The events; each is one complete value on one line. None if the body is refused. */
  private static List<byte[]> readOrRefused(Reading reading, byte[] body) {
    List<byte[]> texts = new ArrayList<>();
    try {
      for (Event event : reading.of(body.clone(), body.length).all()) {
        byte[] text = event.toBytes();
        assertThat(new String(text, UTF_8)).doesNotContain("\n", "\r");
        assertThat(jackson(new String(text, UTF_8))).isNotNull();
        texts.add(text);
      }
    } catch (UnacceptableException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
    return texts;
  }

  /** The one value that the text is, or null. */
  private static JsonNode jackson(String text) {
    try (JsonParser parser = JSON.createParser(text.getBytes(UTF_8))) {
      JsonNode node = JSON.readTree(parser);
      return node == null || parser.nextToken() != null ? null : node;
    } catch (IOException e) {
      return null;
    }
  }

  @Provide
  Arbitrary<String> almostJson() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            " ",
            "\n",
            "\r\n",
            "\"a\":",
            "\"b\" : ",
            "\"\"",
            "\"x\"",
            "\"\\u00e9\"",
            "\"\\ud83d\\ude00\"",
            "\"\u00e9\u65e5\"",
            "\"\\n\\\"\"",
            "1",
            "-0.5e+7",
            "01",
            "1.",
            "true",
            "false",
            "null",
            "nul",
            "{\"a\":1}",
            "[1,2]",
            "\"batch\":[",
            "\"type\":",
            "\"messageId\":\"m\"",
            "\t",
            "\u0000",
            "\ufeff",
            "data=",
            "%7B");
    return pieces
        .list()
        .ofMaxSize(12)
        .map(p -> "{" + String.join("", p) + "}")
        .flatMap(
            object ->
                pieces
                    .list()
                    .ofMaxSize(12)
                    .flatMap(
                        p -> Arbitraries.of(object, String.join("", p), "{\"a\":" + object + "}")));
  }
}
