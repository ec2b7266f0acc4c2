package dev.tidemark.batch.process;

import dev.tidemark.landing.Granularity;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns that the files of an event type have, in their order.
 *
 * @param type whose directory is {@code type=<name>}
 * @param levels partition columns, as text: {@code dt}, {@code hr}, and {@code mi} below an hour
 */
record TableDefinition(String type, List<Field> columns, List<String> levels) {

  /** SQL types, the declared ones first. */
  enum Type {
    STRING,
    LONG,
    DOUBLE,
    BOOLEAN,
    TIMESTAMP,
    INTEGER,
    STRINGS
  }

  /** A column of the files. */
  record Field(String name, Type type) {}

  /** Those of every declared type, and of the one that takes all others. */
  static List<TableDefinition> all(EventTypes types, Granularity granularity) {
    List<String> levels = granularity.isHourly() ? List.of("dt", "hr") : List.of("dt", "hr", "mi");
    return types.withUnknown().stream()
        .map(t -> new TableDefinition(t.name(), columns(t), levels))
        .toList();
  }

  /** What is written of a type, and in this order. */
  static List<Field> columns(EventType type) {
    List<Field> columns = new ArrayList<>();
    columns.add(new Field("event_id", Type.STRING));
    columns.add(new Field("received_at", Type.TIMESTAMP));
    columns.add(new Field(Column.EVENT_TIME, Type.TIMESTAMP));
    for (String name : List.of("source", "ip", "user_agent")) {
      columns.add(new Field(name, Type.STRING));
    }
    type.columns().stream()
        .filter(c -> !c.name().equals(Column.EVENT_TIME))
        .forEach(c -> columns.add(new Field(c.name(), Type.valueOf(c.type().name()))));
    columns.add(new Field("properties", Type.STRING));
    columns.add(new Field("kafka_topic", Type.STRING));
    columns.add(new Field("kafka_partition", Type.INTEGER));
    columns.add(new Field("kafka_offset", Type.LONG));
    columns.add(new Field("_problems", Type.STRINGS));
    return columns;
  }
}
