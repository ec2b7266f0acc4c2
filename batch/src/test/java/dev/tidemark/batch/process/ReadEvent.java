package dev.tidemark.batch.process;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.unsafe.types.UTF8String;

/** A parsed event with its values as Java has them, for tests to compare. */
record ReadEvent(
    EventType type,
    String eventId,
    boolean idGiven,
    Instant receivedAt,
    String source,
    String ip,
    String userAgent,
    List<Object> values,
    String properties,
    Fingerprint content,
    List<String> problems) {

  static ReadEvent of(ParsedLine line) {
    ParsedLine.Event event = (ParsedLine.Event) line;
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < event.values().length; i++) {
      values.add(value(event.type().columns().get(i).type(), event.values()[i]));
    }
    return new ReadEvent(
        event.type(),
        event.eventId().toString(),
        event.idGiven(),
        (Instant) value(ColumnType.TIMESTAMP, event.receivedAt()),
        event.source().toString(),
        Objects.toString(event.ip(), null),
        Objects.toString(event.userAgent(), null),
        values,
        event.properties().toString(),
        event.content(),
        event.problems());
  }

  private static Object value(ColumnType type, Object value) {
    if (value instanceof UTF8String text) {
      return text.toString();
    }
    return type == ColumnType.TIMESTAMP && value instanceof Long micros
        ? Instant.EPOCH.plus(micros, ChronoUnit.MICROS)
        : value;
  }
}
