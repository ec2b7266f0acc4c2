package dev.tidemark.batch.process;

import dev.tidemark.batch.process.JsonObject.Member;
import dev.tidemark.batch.process.ParsedLine.Digest;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes an event of a landed line: the collector's envelope with the client's {@code event} in it,
 * or, when a line is an object without an {@code event} object, the event itself as a direct
 * producer wrote it. Any bytes give a result; nothing is thrown because of a value.
 */
final class EventParser implements Serializable {
  private static final long serialVersionUID = 1L;

  // A client that sends an event again says when it does, and the event is still the same.
  private static final Set<String> SENDING_TIME = Set.of("sentAt", "sent_at");

  private final EventTypes types;

  EventParser(EventTypes types) {
    this.types = types;
  }

  /**
   * Parses a line.
   *
   * @param record names the Kafka record; it becomes the id of an event that has none
   */
  ParsedLine parse(byte[] line, String record) {
    try {
      JsonObject whole = JsonObject.ofLine(line);
      Optional<Member> inner = whole.last("event").filter(Member::isObject);
      JsonObject event = inner.map(whole::object).orElse(whole);
      Envelope envelope = inner.map(m -> Envelope.read(whole, m)).orElseGet(Envelope::none);
      return event(event, envelope, record);
    } catch (RejectedLineException e) {
      return new ParsedLine.Rejected(e.getMessage());
    }
  }

  private ParsedLine event(JsonObject event, Envelope envelope, String record)
      throws RejectedLineException {
    EventType type = typeOf(event);
    List<String> problems = new ArrayList<>(envelope.problems());
    List<Member> mapped = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (Column column : type.columns()) {
      values.add(value(event, column, mapped, problems));
    }
    List<Member> sendingTime =
        event.members().stream().filter(m -> SENDING_TIME.contains(m.name())).toList();
    return new ParsedLine.Event(
        type,
        envelope.eventId().orElse(record),
        envelope.eventId().isPresent(),
        envelope.receivedAt().orElse(null),
        envelope.source().orElse(Envelope.DIRECT),
        envelope.ip().orElse(null),
        envelope.userAgent().orElse(null),
        values,
        envelope.addUnread(new String(event.without(mapped), StandardCharsets.UTF_8)),
        new Digest(event.without(sendingTime)),
        problems);
  }

  private EventType typeOf(JsonObject event) throws RejectedLineException {
    boolean hasType = false;
    for (List<String> path : types.matchPaths()) {
      Optional<Member> found = event.last(path).filter(m -> !m.isNull());
      hasType |= found.isPresent();
      Optional<EventType> type =
          found.flatMap(event::scalar).flatMap(s -> types.matching(path, s.text()));
      if (type.isPresent()) {
        return type.get();
      }
    }
    if (!hasType) {
      throw missing(String.join(".", types.matchPaths().get(0)));
    }
    return EventType.UNKNOWN;
  }

  // A value that does not convert stays in the properties, so nothing that was sent is lost.
  private static Object value(
      JsonObject event, Column column, List<Member> mapped, List<String> problems)
      throws RejectedLineException {
    Optional<Member> found = event.last(column.path());
    if (found.isEmpty() || found.get().isNull()) {
      if (column.required()) {
        throw missing(column.dotted());
      }
      found.ifPresent(mapped::add);
      return column.valueIfAbsent();
    }
    Optional<Object> value = event.scalar(found.get()).flatMap(column.type()::convert);
    String problem = "field '" + column.dotted() + "' is not a " + column.type().sqlName();
    if (value.isEmpty() && column.required()) {
      throw new RejectedLineException("required " + problem);
    }
    value.ifPresentOrElse(v -> mapped.add(found.get()), () -> problems.add(problem));
    return value.orElse(null);
  }

  private static RejectedLineException missing(String field) {
    return new RejectedLineException("missing required field '" + field + "'");
  }
}
