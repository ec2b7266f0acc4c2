package dev.tidemark.batch.process;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads what the collector wrote around an event. Filled again for each line. */
final class EnvelopeReader {
  /** Source of an event that no collector wrote. */
  static final UTF8String DIRECT = UTF8String.fromString("kafka");

  private static final byte[] EVENT_ID = EventParser.utf8("event_id");
  private static final byte[] RECEIVED_AT = EventParser.utf8("received_at");
  private static final byte[] SOURCE = EventParser.utf8("source");
  private static final byte[] IP = EventParser.utf8("ip");
  private static final byte[] USER_AGENT = EventParser.utf8("user_agent");
  private static final byte[] UNREAD = EventParser.utf8("\"_envelope\":");

  private final JsonLine line;
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
   * @param event the member with the event in it, or {@link JsonLine#NONE} where the line has no
   *     envelope
   */
  void read(int event) {
    read.clear();
    problems.clear();
    boolean given = event != JsonLine.NONE;
    if (given) {
      read.add(event);
    }
    eventId = given ? value(EVENT_ID, ColumnType.STRING) : null;
    receivedAt = given ? value(RECEIVED_AT, ColumnType.TIMESTAMP) : null;
    source = given ? value(SOURCE, ColumnType.STRING) : null;
    ip = given ? value(IP, ColumnType.STRING) : null;
    userAgent = given ? value(USER_AGENT, ColumnType.STRING) : null;
    unread = given ? line.without(JsonLine.WHOLE, read) : new byte[0];
  }

  private Object value(byte[] name, ColumnType type) {
    int found = line.last(JsonLine.WHOLE, name);
    if (found == JsonLine.NONE) {
      return null;
    }
    if (line.isNull(found)) {
      read.add(found);
      return null;
    }
    Object value = line.isString(found) ? SparkValue.of(line, found, type) : null;
    if (value == null) {
      problems.add(
          "envelope field '"
              + new String(name, StandardCharsets.UTF_8)
              + "' is not a "
              + type.sqlName());
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
