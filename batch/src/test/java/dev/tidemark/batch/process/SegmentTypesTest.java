package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The types of {@code conf/events/segment.yaml}. */
@Tag("locale")
class SegmentTypesTest {
  private static final Path RECORDED = Path.of("..", "..", "shared", "data", "requests");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final EventParser parser = new EventParser(EventTypes.load(EventTypesTest.SHIPPED));

  @Test
  void a_call_of_a_browser_has_its_page_and_who_made_it() {
    ReadEvent event =
        parse(
            """
            {"timestamp":"2026-08-22T13:04:05.195Z","integrations":{},"type":"page","name":"Home",\
            "properties":{"url":"https://shop.example/?a=1","n":1},"userId":null,"anonymousId":"anon-1",\
            "context":{"page":{"path":"/","referrer":"","search":"?a=1","title":"Shop",\
            "url":"https://shop.example/?a=1"},"userAgent":"UA","locale":"en-US","timezone":"UTC",\
            "library":{"name":"analytics.js","version":"next-1.84.3"}},"messageId":"m"}""");
    assertThat(event.type().name()).isEqualTo("page");
    assertThat(values(event))
        .containsEntry("event_time", Instant.parse("2026-08-22T13:04:05.195Z"))
        .containsEntry("name", "Home")
        .containsEntry("url", "https://shop.example/?a=1")
        .containsEntry("anonymous_id", "anon-1")
        .containsEntry("user_id", null)
        .containsEntry("page_url", "https://shop.example/?a=1")
        .containsEntry("page_path", "/")
        .containsEntry("page_search", "?a=1")
        .containsEntry("page_referrer", "")
        .containsEntry("page_title", "Shop")
        .containsEntry("client_user_agent", "UA")
        .containsEntry("locale", "en-US")
        .containsEntry("timezone", "UTC")
        .containsEntry("library_name", "analytics.js")
        .containsEntry("library_version", "next-1.84.3");
    assertThat(event.properties()).contains("\"properties\":{\"n\":1}", "\"messageId\":\"m\"");
    assertThat(event.problems()).isEmpty();
  }

  @Test
  void a_call_has_what_its_kind_needs() {
    assertThat(values(parse("{\"type\":\"track\",\"event\":\"Order\",\"context\":{}}")))
        .containsEntry("event", "Order")
        .containsEntry("page_url", null);
    assertThat(values(parse("{\"type\":\"group\",\"groupId\":\"g-1\"}")))
        .containsEntry("group_id", "g-1");
    assertThat(values(parse("{\"type\":\"alias\",\"userId\":\"u\",\"previousId\":\"anon-1\"}")))
        .containsEntry("previous_id", "anon-1");
    assertThat(parser.parse("{\"type\":\"track\"}".getBytes(StandardCharsets.UTF_8), () -> "r"))
        .isEqualTo(new ParsedLine.Rejected("missing required field 'event'"));
  }

  @Test
  void what_the_libraries_send_is_of_a_declared_type_and_without_a_problem() throws IOException {
    assumeTrue(Files.isDirectory(RECORDED), "There are no recorded requests here");
    Set<String> types = new TreeSet<>();
    for (JsonNode call : calls()) {
      ReadEvent event = parse(call.toString());
      types.add(event.type().name());
      assertThat(event.problems()).isEmpty();
      Map<String, Object> values = values(event);
      assertThat(values.get("anonymous_id") != null || values.get("user_id") != null).isTrue();
      if (call.has("timestamp") || call.has("originalTimestamp")) {
        assertThat(values.get("event_time") != null || values.get("original_timestamp") != null)
            .isTrue();
      }
    }
    assertThat(types).containsExactly("alias", "group", "identify", "page", "screen", "track");
  }

  /** Each call in the readable recordings; their bodies are a line each. */
  private static List<JsonNode> calls() throws IOException {
    try (Stream<Path> files = Files.list(RECORDED)) {
      return files
          .filter(f -> f.toString().endsWith(".txt"))
          .flatMap(SegmentTypesTest::lines)
          .filter(l -> l.startsWith("{\""))
          .map(SegmentTypesTest::json)
          .flatMap(body -> body.has("batch") ? body.get("batch").valueStream() : Stream.of(body))
          .filter(call -> call.has("type"))
          .toList();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      // Some bodies are compressed, and no text.
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      return JSON.createObjectNode();
    }
  }

  private ReadEvent parse(String call) {
    return ReadEvent.of(parser.parse(call.getBytes(StandardCharsets.UTF_8), () -> "record"));
  }

  private static Map<String, Object> values(ReadEvent event) {
    Map<String, Object> values = new LinkedHashMap<>();
    List<Column> columns = event.type().columns();
    for (int i = 0; i < columns.size(); i++) {
      values.put(columns.get(i).name(), event.values().get(i));
    }
    return values;
  }
}
