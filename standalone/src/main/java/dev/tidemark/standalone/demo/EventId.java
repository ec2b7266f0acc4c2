package dev.tidemark.standalone.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;

/** The id of an event from a file. */
final class EventId {
  private static final String KEY = "event_id";

  private EventId() {}

  /** Whether the sender gave it one, under the names that the collector knows. */
  static boolean isIn(ObjectNode event) {
    return isId(event.get(KEY)) || isId(event.get("messageId"));
  }

  private static boolean isId(JsonNode value) {
    return value != null && value.isTextual() && !value.asText().isBlank();
  }

  /** The event's JSON with an id: as it is if it has one, else with a stable one put first. */
  static byte[] ensure(long line, String json, ObjectNode event) {
    if (isIn(event)) {
      return json.getBytes(UTF_8);
    }
    String id = UUID.nameUUIDFromBytes((line + ":" + json).getBytes(UTF_8)).toString();
    if (event.has(KEY)) {
      // A second member of that name would leave it open which of them counts.
      return event.put(KEY, id).toString().getBytes(UTF_8);
    }
    String rest = json.substring(json.indexOf('{') + 1);
    String comma = event.isEmpty() ? "" : ",";
    return ("{\"" + KEY + "\":\"" + id + "\"" + comma + rest).getBytes(UTF_8);
  }
}
