package dev.tidemark.batch.process;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads what the collector wrote around an event. Filled again for each line. */
final class EnvelopeReader {
  /** Source of an event that no collector wrote. */
  static final UTF8String DIRECT = UTF8String.fromString("kafka");

  private static final List<String> FIELDS =
      List.of("event_id", "received_at", "source", "ip", "user_agent", "event");
  private static final int EVENT_ID = 0;
  private static final int RECEIVED_AT = 1;
  private static final int SOURCE = 2;
  private static final int IP = 3;
  private static final int USER_AGENT = 4;
  private static final int EVENT = 5;

  private static final MemberNames NAMES =
      new MemberNames(FIELDS.stream().map(EventParser::utf8).toList());
  private static final byte[] UNREAD = EventParser.utf8("\"_envelope\":");
  private static final byte[] NOTHING = new byte[0];

  private final JsonLine line;
  private final int[] members = new int[NAMES.count()];
  private final Members read = new Members();
  private final List<String> problems = new ArrayList<>();

  private Object eventId;
  private Object receivedAt;
  private Object source;
  private Object ip;
  private Object userAgent;
  private byte[] unread;

  EnvelopeReader(JsonLine line) {
    this.line = line;
  }

  /**
   * Reads the envelope of the line.
   *
   * @return the member with the event in it; {@link JsonLine#WHOLE} where the line has no envelope
   */
  int read() {
    line.last(JsonLine.WHOLE, NAMES, members);
    read.clear();
    problems.clear();
    int event = members[EVENT];
    if (event == JsonLine.NONE || !line.isObject(event)) {
      Arrays.fill(members, JsonLine.NONE);
      event = JsonLine.WHOLE;
    } else {
      read.add(event);
    }
    eventId = value(EVENT_ID, ColumnType.STRING);
    receivedAt = value(RECEIVED_AT, ColumnType.TIMESTAMP);
    source = value(SOURCE, ColumnType.STRING);
    ip = value(IP, ColumnType.STRING);
    userAgent = value(USER_AGENT, ColumnType.STRING);
    unread =
        event == JsonLine.WHOLE || line.hasOnly(JsonLine.WHOLE, read)
            ? NOTHING
            : line.without(JsonLine.WHOLE, read);
    return event;
  }

  private Object value(int field, ColumnType type) {
    int found = members[field];
    if (found == JsonLine.NONE) {
      return null;
    }
    if (line.isNull(found)) {
      read.add(found);
      return null;
    }
    Object value = line.isString(found) ? SparkValue.of(line, found, type) : null;
    if (value == null) {
      problems.add("envelope field '" + FIELDS.get(field) + "' is not a " + type.sqlName());
    } else {
      read.add(found);
    }
    return value;
  }

  /** The id that the client or the collector gave. */
  Optional<UTF8String> eventId() {
    return Optional.ofNullable((UTF8String) eventId).filter(id -> id.numBytes() > 0);
  }

  /** In microseconds since 1970, or null. */
  Long receivedAt() {
    return (Long) receivedAt;
  }

  UTF8String source() {
    return source == null ? DIRECT : (UTF8String) source;
  }

  /** Null if there is none, as that of the others. */
  UTF8String ip() {
    return (UTF8String) ip;
  }

  UTF8String userAgent() {
    return (UTF8String) userAgent;
  }

  /** Fields that are not what they should be. */
  List<String> problems() {
    return problems;
  }

  /** The properties, a JSON object, with what was not understood added as {@code _envelope}. */
  byte[] addUnread(byte[] properties) {
    if (unread.length <= "{}".length()) {
      return properties;
    }
    ByteArrayOutputStream all =
        new ByteArrayOutputStream(properties.length + UNREAD.length + unread.length + 2);
    all.write(properties, 0, properties.length - 1);
    if (properties.length > "{}".length()) {
      all.write(',');
    }
    all.write(UNREAD, 0, UNREAD.length);
    all.write(unread, 0, unread.length);
    all.write('}');
    return all.toByteArray();
  }
}
