package dev.tidemark.batch.process;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Makes an event of a landed line: the collector's envelope with the client's {@code event} in it,
 * or, when a line is an object without an {@code event} object, the event itself as a direct
 * producer wrote it. Any bytes give a result; nothing is thrown because of a value.
 *
 * <p>For one thread: what a line is read into is used again for the next.
 */
final class EventParser {
  // A client that sends an event again says when it does, and the event is still the same.
  private static final byte[][] SENDING_TIME = {utf8("sentAt"), utf8("sent_at")};

  private final JsonLine line = new JsonLine();
  private final EnvelopeReader envelope = new EnvelopeReader(line);
  private final Fingerprints fingerprints = new Fingerprints();
  private final Members mapped = new Members();
  private final Members sendingTime = new Members();

  private final MemberNames names;
  private final int[] members;
  private final List<Match> matches = new ArrayList<>();
  private final IdentityHashMap<EventType, List<Field>> fields = new IdentityHashMap<>();
  private final String missingType;

  /** Leads to a member: the number of the first name, and the names below. */
  private record MemberPath(int first, List<byte[]> below) {}

  /** Where types are told apart, and which value means which. */
  private record Match(MemberPath path, Map<UTF8String, EventType> types) {}

  /** A column, and where its value stands. */
  private record Field(Column column, MemberPath path, Object valueIfAbsent) {}

  EventParser(EventTypes types) {
    names = new MemberNames(firstNames(types));
    members = new int[names.count()];
    Map<List<String>, Match> byPath = new HashMap<>();
    for (List<String> path : types.matchPaths()) {
      Match match = new Match(path(path), new HashMap<>());
      byPath.put(path, match);
      matches.add(match);
    }
    for (EventType type : types.all()) {
      byPath
          .get(type.matchPath())
          .types()
          .putIfAbsent(UTF8String.fromString(type.matchValue()), type);
      fields.put(type, type.columns().stream().map(this::field).toList());
    }
    fields.put(EventType.UNKNOWN, List.of());
    missingType = "missing required field '" + String.join(".", types.matchPaths().get(0)) + "'";
  }

  private static List<byte[]> firstNames(EventTypes types) {
    Stream<List<String>> columns =
        types.all().stream().flatMap(type -> type.columns().stream()).map(Column::path);
    Stream<byte[]> paths =
        Stream.concat(types.matchPaths().stream(), columns).map(path -> utf8(path.get(0)));
    return Stream.concat(paths, Stream.of(SENDING_TIME)).toList();
  }

  private MemberPath path(List<String> path) {
    List<byte[]> steps = path.stream().map(EventParser::utf8).toList();
    return new MemberPath(names.numberOf(steps.get(0)), steps.subList(1, steps.size()));
  }

  private Field field(Column column) {
    return new Field(column, path(column.path()), SparkValue.of(column.valueIfAbsent()));
  }

  /**
   * Parses a line.
   *
   * @param record names the Kafka record; it becomes the id of an event that has none
   */
  ParsedLine parse(byte[] bytes, Supplier<String> record) {
    if (!line.read(bytes)) {
      return new ParsedLine.Rejected(JsonMistake.in(bytes));
    }
    int event = envelope.read();
    line.last(event, names, members);
    try {
      return event(event, record);
    } catch (RejectedLineException e) {
      return new ParsedLine.Rejected(e.getMessage());
    }
  }

  private ParsedLine event(int event, Supplier<String> record) throws RejectedLineException {
    EventType type = typeOf();
    List<String> problems = new ArrayList<>(envelope.problems());
    List<Field> columns = fields.get(type);
    Object[] values = new Object[columns.size()];
    mapped.clear();
    for (int i = 0; i < values.length; i++) {
      values[i] = value(columns.get(i), problems);
    }
    Optional<UTF8String> id = envelope.eventId();
    return new ParsedLine.Event(
        type,
        id.orElseGet(() -> UTF8String.fromString(record.get())),
        id.isPresent(),
        envelope.receivedAt(),
        envelope.source(),
        envelope.ip(),
        envelope.userAgent(),
        values,
        UTF8String.fromBytes(envelope.addUnread(line.without(event, mapped))),
        content(event),
        problems);
  }

  private Fingerprint content(int event) {
    sendingTime.clear();
    for (byte[] name : SENDING_TIME) {
      if (members[names.numberOf(name)] != JsonLine.NONE) {
        line.addAll(event, name, sendingTime);
      }
    }
    return sendingTime.count() == 0
        ? fingerprints.of(line.bytes(), line.from(event), line.until(event))
        : fingerprints.of(line.without(event, sendingTime));
  }

  private int last(MemberPath path) {
    int first = members[path.first()];
    return first == JsonLine.NONE || path.below().isEmpty()
        ? first
        : line.last(first, path.below());
  }

  private EventType typeOf() throws RejectedLineException {
    boolean hasType = false;
    for (Match match : matches) {
      int found = last(match.path());
      if (found == JsonLine.NONE || line.isNull(found)) {
        continue;
      }
      hasType = true;
      EventType type = line.text(found).map(match.types()::get).orElse(null);
      if (type != null) {
        return type;
      }
    }
    if (!hasType) {
      throw new RejectedLineException(missingType);
    }
    return EventType.UNKNOWN;
  }

  // A value that does not convert stays in the properties, so nothing that was sent is lost.
  private Object value(Field field, List<String> problems) throws RejectedLineException {
    Column column = field.column();
    int found = last(field.path());
    if (found == JsonLine.NONE || line.isNull(found)) {
      if (column.required()) {
        throw new RejectedLineException("missing required field '" + column.dotted() + "'");
      }
      if (found != JsonLine.NONE) {
        mapped.add(found);
      }
      return field.valueIfAbsent();
    }
    Object value = SparkValue.of(line, found, column.type());
    if (value != null) {
      mapped.add(found);
      return value;
    }
    String problem = "field '" + column.dotted() + "' is not a " + column.type().sqlName();
    if (column.required()) {
      throw new RejectedLineException("required " + problem);
    }
    problems.add(problem);
    return null;
  }

  static byte[] utf8(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }
}
