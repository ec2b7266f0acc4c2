package dev.tidemark.collector.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
  private static final Problem WHY = new Problem(Problem.Kind.NOT_AN_OBJECT, "why");
  private static final Instant NOON = Instant.parse("2026-08-22T12:00:00Z");

  @Test
  void the_event_stands_in_its_envelope_as_it_was_sent() throws Exception {
    Envelope envelope = new Envelope(NOON, "web", "203.0.113.7", "a \"b\" \\ Zo\u00eb");
    assertThat(envelope.around(event("{\"n\" : 1.0}"), "id\n\ud800"))
        .asString(UTF_8)
        .isEqualTo(
            "{\"event_id\":\"id\\u000a\\ud800\",\"received_at\":\"2026-08-22T12:00:00.000Z\","
                + "\"source\":\"web\",\"ip\":\"203.0.113.7\","
                + "\"user_agent\":\"a \\\"b\\\" \\\\ Zo\u00eb\",\"event\":{\"n\":1.0}}");
  }

  @Test
  void a_rejected_event_carries_its_reason_and_what_fits_of_it() throws Exception {
    Envelope envelope = new Envelope(NOON, "open", "::1", null);
    assertThat(envelope.aroundRejected(event("[1]"), "x", WHY, 10))
        .asString(UTF_8)
        .isEqualTo(
            "{\"event_id\":\"x\",\"received_at\":\"2026-08-22T12:00:00.000Z\",\"source\":\"open\","
                + "\"ip\":\"::1\",\"user_agent\":null,\"code\":\"not_an_object\",\"reason\":\"why\",\"event\":[1]}");

    String large = "{\"a\":\"" + "\u65e5".repeat(30_000) + "\"}";
    var read = new JsonMapper().readTree(envelope.aroundRejected(event(large), "x", WHY, 1_000));
    assertThat(read.get("event_bytes").asInt()).isEqualTo(90_008);
    String start = read.get("event_start").asText();
    assertThat(large).startsWith(start);
    assertThat(start.getBytes(UTF_8).length)
        .isBetween(Envelope.START_BYTES - 2, Envelope.START_BYTES);
  }

  private static Event event(String text) throws UnacceptableException {
    byte[] bytes = text.getBytes(UTF_8);
    return new JsonScanner(bytes, bytes.length).value();
  }
}
