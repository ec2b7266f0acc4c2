package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.batch.config.IpPolicy;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnrichmentTest {
  private static final EventTypes TYPES = EventTypes.load(EventTypesTest.SHIPPED);
  private static final String LINE =
      "{\"event_id\":\"a\",\"ip\":\"203.0.113.7\",\"event\":{\"type\":\"identify\"}}";

  @ParameterizedTest
  @CsvSource(
      value = {"KEEP, 203.0.113.7", "TRUNCATE, 203.0.113.0", "DROP, NULL"},
      nullValues = "NULL")
  void the_address_is_kept_as_the_policy_says(IpPolicy policy, String expected) {
    ParsedLine parsed =
        new EventParser(TYPES).parse(LINE.getBytes(StandardCharsets.UTF_8), () -> "events-0-0");
    ParsedLine.Event kept = new Enrichment(policy).of((ParsedLine.Event) parsed);
    assertThat(ReadEvent.of(kept).ip()).isEqualTo(expected);
  }

  @Test
  void the_policy_is_part_of_the_configurations_hash() {
    assertThat(Stream.of(IpPolicy.values()).map(p -> new Enrichment(p).hash(TYPES)))
        .doesNotHaveDuplicates()
        .allMatch(hash -> hash.matches("[0-9a-f]{64}"));
  }
}
