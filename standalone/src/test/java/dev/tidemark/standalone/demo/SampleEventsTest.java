package dev.tidemark.standalone.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SampleEventsTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void the_file_is_what_the_program_beside_this_test_writes() throws Exception {
    try (InputStream in = EventFile.class.getResourceAsStream("sample-events.ndjson")) {
      assertThat(new String(in.readAllBytes(), UTF_8).lines())
          .containsExactlyElementsOf(SampleEvents.lines());
    }
  }

  @Test
  void retries_are_exact_copies_and_nothing_else_repeats_an_id() throws Exception {
    Map<String, Set<String>> contents = new HashMap<>();
    int lines = 0;
    for (String line : SampleEvents.lines()) {
      contents
          .computeIfAbsent(JSON.readTree(line).get("event_id").asText(), id -> new HashSet<>())
          .add(line);
      lines++;
    }
    assertThat(contents.values()).allSatisfy(c -> assertThat(c).hasSize(1));
    assertThat(contents).hasSize(SampleEvents.EVENTS + SampleEvents.INCOMPLETE.size());
    assertThat(lines - contents.size()).isEqualTo(SampleEvents.RETRIES);
  }

  @Test
  void three_events_lack_what_is_required() throws Exception {
    List<JsonNode> incomplete = new ArrayList<>();
    try (Stream<byte[]> events = EventFile.sample().events()) {
      for (byte[] event : events.toList()) {
        JsonNode node = JSON.readTree(event);
        if (!node.has("type") || !node.has("sid") || !node.has("timestamp")) {
          incomplete.add(node);
        }
      }
    }
    assertThat(incomplete).hasSize(3);
  }
}
