package dev.tidemark.batch.process;

import dev.tidemark.batch.process.JsonObject.Member;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the collector wrote around an event.
 *
 * @param problems fields that are not what they should be
 * @param unread JSON text of the object of members that were not understood, if there are any
 */
record Envelope(
    Optional<String> eventId,
    Optional<Instant> receivedAt,
    Optional<String> source,
    Optional<String> ip,
    Optional<String> userAgent,
    List<String> problems,
    Optional<String> unread) {

  /** Source of an event that no collector wrote. */
  static final String DIRECT = "kafka";

  static Envelope none() {
    return new Envelope(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  static Envelope read(JsonObject whole, Member event) {
    List<Member> read = new ArrayList<>(List.of(event));
    List<String> problems = new ArrayList<>();
    Fields fields = new Fields(whole, read, problems);
    Optional<String> eventId = fields.text("event_id").filter(id -> !id.isEmpty());
    Optional<Instant> receivedAt =
        fields.value("received_at", ColumnType.TIMESTAMP).map(Instant.class::cast);
    Optional<String> source = fields.text("source");
    Optional<String> ip = fields.text("ip");
    Optional<String> userAgent = fields.text("user_agent");
    Optional<String> unread =
        Optional.of(new String(whole.without(read), StandardCharsets.UTF_8))
            .filter(t -> !t.equals("{}"));
    return new Envelope(eventId, receivedAt, source, ip, userAgent, problems, unread);
  }

  /** The properties with what was not understood added as {@code _envelope}. */
  String addUnread(String properties) {
    return unread
        .map(
            t ->
                properties.substring(0, properties.length() - 1)
                    + (properties.equals("{}") ? "" : ",")
                    + "\"_envelope\":"
                    + t
                    + "}")
        .orElse(properties);
  }

  /** Takes fields out of an envelope, noting which were understood and which were not. */
  private record Fields(JsonObject whole, List<Member> read, List<String> problems) {
    Optional<String> text(String name) {
      return value(name, ColumnType.STRING).map(String.class::cast);
    }

    Optional<Object> value(String name, ColumnType type) {
      Optional<Member> found = whole.last(name);
      if (found.isEmpty() || found.get().isNull()) {
        found.ifPresent(read::add);
        return Optional.empty();
      }
      Optional<Object> value =
          whole.scalar(found.get()).filter(JsonScalar::quoted).flatMap(type::convert);
      value.ifPresentOrElse(
          v -> read.add(found.get()),
          () -> problems.add("envelope field '" + name + "' is not a " + type.sqlName()));
      return value;
    }
  }
}
