package dev.tidemark.collector.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Any bytes as the body of a request, held against what Jackson makes of them. Without {@code
 * JAZZER_FUZZ} only the seeds are tried, and what was found before; CONTRIBUTING says how to
 * search.
 */
class EventReaderFuzzTest {
  private static final int MAX_EVENT = 400;
  private static final EventReader READER = new EventReader(MAX_EVENT, 50);
  private static final Instant NOON = Instant.parse("2026-08-22T12:00:00Z");

  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  /** Takes all that is JSON, and so more than the reader does. */
  private static final JsonMapper JACKSON =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxNumberLength(Integer.MAX_VALUE)
                      .maxNestingDepth(10_000)
                      .build())
              .build());

  /** Jackson takes any character for a hexadecimal digit whose low byte is one: U+0442 for a B. */
  private static final Pattern NO_DIGIT =
      Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*\\\\u[0-9A-Fa-f]{0,3}[^\\x00-\\x7f]");

  private interface Reading {
    Events of(byte[] body, int length) throws UnacceptableException;
  }

  @DictionaryEntries({
    "{\"batch\":[{},{}],",
    "\"batch\":[",
    "\"sentAt\":",
    "\"context\":{",
    "\"writeKey\":\"k\"",
    "\"messageId\":\"m\"",
    "\"event_id\":\"e\"",
    "\"type\":",
    "\\u0062atch",
    "\\ud83d\\ude00",
    "\\ud800",
    "}{",
    "data=%7B%22a%22:1%7D",
    "1e309",
    "-0.0E+1",
    "true",
    "null",
  })
  @FuzzTest(maxDuration = "5m")
  void any_body_is_events_or_refused(byte[] sent) throws Exception {
    byte[] body = sent.clone();
    int length = body.length;
    if (FormData.isForm(body, length)) {
      try {
        length = FormData.decode(body, length);
      } catch (UnacceptableException e) {
        return;
      }
    }
    Optional<List<JsonNode>> values = jackson(body, length);
    Optional<Events> one = read(READER::one, body, length);
    assertThat(one.isPresent()).isEqualTo(isOneObject(values));
    one.ifPresent(events -> assertRecords(events, values.orElseThrow()));

    read(READER::many, body, length).ifPresent(e -> assertRecords(e, many(values.orElseThrow())));
    read(READER::batch, body, length).ifPresent(e -> assertBatch(e, values.orElseThrow()));
    Optional<Events> typed = read((b, n) -> READER.typed("track", b, n), body, length);
    assertThat(typed.isPresent()).isEqualTo(one.isPresent());
    typed.ifPresent(e -> assertTyped(e.all().get(0), values.orElseThrow().get(0)));
  }

  /** What a reading makes of the body; empty if it is refused. Nothing else may be thrown. */
  private static Optional<Events> read(Reading reading, byte[] body, int length) {
    try {
      return Optional.of(reading.of(body.clone(), length));
    } catch (UnacceptableException e) {
      assertThat(e.getMessage()).isNotBlank();
      return Optional.empty();
    }
  }

  /** The values that stand in the text one after the other; empty if it is anything else. */
  private static Optional<List<JsonNode>> jackson(byte[] body, int length) throws IOException {
    int from = length >= 3 && Arrays.equals(body, 0, 3, BOM, 0, 3) ? 3 : 0;
    try {
      String text = utf8(body, from, length);
      return NO_DIGIT.matcher(text).find() ? Optional.empty() : Optional.of(values(text));
    } catch (CharacterCodingException | JsonProcessingException e) {
      return Optional.empty();
    }
  }

  private static List<JsonNode> values(String text) throws IOException {
    List<JsonNode> values = new ArrayList<>();
    try (JsonParser parser = JACKSON.createParser(text)) {
      while (parser.nextToken() != null) {
        values.add(parser.readValueAsTree());
      }
    }
    return values;
  }

  /** Refuses what is not UTF-8, unlike Jackson, which guesses at other encodings. */
  private static String utf8(byte[] bytes, int from, int to) throws CharacterCodingException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes, from, to - from))
        .toString();
  }

  private static boolean isOneObject(Optional<List<JsonNode>> values) {
    return values
        .filter(v -> v.size() == 1 && v.get(0).isObject())
        .filter(v -> depth(v.get(0)) <= JsonScanner.MAX_DEPTH)
        .isPresent();
  }

  private static int depth(JsonNode node) {
    int deepest = 0;
    for (Iterator<JsonNode> each = node.elements(); each.hasNext(); ) {
      deepest = Math.max(deepest, depth(each.next()));
    }
    return node.isContainerNode() ? deepest + 1 : 0;
  }

  /** Of an array its elements; of anything else each value. */
  private static List<JsonNode> many(List<JsonNode> values) {
    return values.size() == 1 && values.get(0).isArray() ? elements(values.get(0)) : values;
  }

  private static List<JsonNode> elements(JsonNode array) {
    List<JsonNode> elements = new ArrayList<>();
    array.elements().forEachRemaining(elements::add);
    return elements;
  }

  private static void assertBatch(Events events, List<JsonNode> values) {
    assertThat(values).hasSize(1);
    JsonNode whole = values.get(0);
    if (whole.isObject() && whole.path("batch").isArray()) {
      assertRecords(events, elements(whole.get("batch")));
    } else if (whole.path("batch").isMissingNode() || !whole.isObject()) {
      assertRecords(events, many(values));
    }
    // Otherwise an array and something else are called batch, and the array is taken.
  }

  private static void assertTyped(Event event, JsonNode value) {
    JsonNode read = parse(event.toBytes());
    if (!value.isEmpty()) {
      String type = value.has("type") ? value.get("type").toString() : "\"track\"";
      assertThat(read.get("type").toString()).isEqualTo(type);
    }
    assertThat(read.size()).isGreaterThanOrEqualTo(value.size());
  }

  /** Each value is accepted or rejected, and has a record of one line that means the same. */
  private static void assertRecords(Events events, List<JsonNode> values) {
    assertThat(events.all()).hasSameSizeAs(values);
    BatchMembers beside = events.besideBatch();
    Envelope envelope = new Envelope(NOON, "fuzz", null, "agent", beside);
    for (int i = 0; i < values.size(); i++) {
      Event event = events.all().get(i);
      String id = event.clientId().orElse("made");
      Optional<Problem> problem = READER.problem(event, beside);
      JsonNode record =
          parse(
              problem
                  .map(p -> envelope.aroundRejected(event, id, p, MAX_EVENT))
                  .orElseGet(() -> envelope.around(event, id)));
      assertThat(record.get("event_id").asText()).isEqualTo(id);
      if (event.size() + beside.size() <= MAX_EVENT) {
        assertThat(record.get("event")).isEqualTo(values.get(i));
        assertThat(record.has("batch")).isEqualTo(!beside.isEmpty());
      } else {
        assertThat(record.get("event_bytes").asInt()).isEqualTo(event.size());
      }
      boolean isKept = values.get(i).isObject() && !values.get(i).isEmpty();
      assertThat(problem.isEmpty()).isEqualTo(isKept && event.size() + beside.size() <= MAX_EVENT);
    }
  }

  /** Reads a record, which is one JSON object in valid UTF-8 on one line. */
  private static JsonNode parse(byte[] record) {
    try {
      String text = utf8(record, 0, record.length);
      assertThat(text).doesNotContain("\n", "\r");
      List<JsonNode> values = values(text);
      assertThat(values).hasSize(1);
      return values.get(0);
    } catch (IOException e) {
      throw new AssertionError("Not JSON in UTF-8: " + Arrays.toString(record), e);
    }
  }
}
