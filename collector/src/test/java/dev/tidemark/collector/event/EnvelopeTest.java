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
    Envelope envelope =
        new Envelope(NOON, "web", "203.0.113.7", "a \"b\" \\ Zo\u00eb", BatchMembers.NONE);
    assertThat(envelope.around(event("{\"n\" : 1.0}"), "id\n\ud800"))
        .asString(UTF_8)
        .isEqualTo(
            "{\"event_id\":\"id\\u000a\\ud800\",\"received_at\":\"2026-08-22T12:00:00.000Z\","
                + "\"source\":\"web\",\"ip\":\"203.0.113.7\","
                + "\"user_agent\":\"a \\\"b\\\" \\\\ Zo\u00eb\",\"event\":{\"n\":1.0}}");
  }

  @Test
  void a_rejected_event_carries_its_reason_and_what_fits_of_it() throws Exception {
    Envelope envelope = new Envelope(NOON, "open", "::1", null, BatchMembers.NONE);
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

  @Test
  void what_stood_beside_the_batch_is_in_the_envelope_of_each_event() throws Exception {
    Events events = batch("{ \"sentAt\": 1.0, \"batch\": [{\"a\":1}, 5], \"writeKey\": \"k\" }");
    Envelope envelope = new Envelope(NOON, "web", null, null, events.besideBatch());
    String shared =
        "{\"event_id\":\"x\",\"received_at\":\"2026-08-22T12:00:00.000Z\",\"source\":\"web\","
            + "\"ip\":null,\"user_agent\":null,";
    assertThat(envelope.around(events.all().get(0), "x"))
        .asString(UTF_8)
        .isEqualTo(shared + "\"batch\":{\"sentAt\":1.0},\"event\":{\"a\":1}}");
    assertThat(envelope.aroundRejected(events.all().get(1), "x", WHY, 100))
        .asString(UTF_8)
        .isEqualTo(
            shared
                + "\"code\":\"not_an_object\",\"reason\":\"why\",\"batch\":{\"sentAt\":1.0},\"event\":5}");
    assertThat(envelope.aroundRejected(events.all().get(1), "x", WHY, 10))
        .asString(UTF_8)
        .endsWith(",\"event_bytes\":1,\"event_start\":\"5\"}");
  }

  private static Events batch(String text) throws UnacceptableException {
    byte[] bytes = text.getBytes(UTF_8);
    return new EventReader(1_000, 10).batch(bytes, bytes.length);
  }

  private static Event event(String text) throws UnacceptableException {
    byte[] bytes = text.getBytes(UTF_8);
    return new JsonScanner(bytes, bytes.length).value();
  }
}
