package dev.tidemark.batch.process;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** The output rows of one event type. For one thread. */
final class EventRows {
  static final String PARTITION = "kafka_partition";
  static final String OFFSET = "kafka_offset";

  private static final int NONE = -1;

  private final ColumnType[] types;
  private final int eventTime;
  private int input = NONE;
  private UTF8String topic;

  EventRows(EventType type) {
    types = type.columns().stream().map(Column::type).toArray(ColumnType[]::new);
    eventTime = type.columns().stream().map(Column::name).toList().indexOf(Column.EVENT_TIME);
  }

  /** The columns of a type's output, in their order. */
  static StructType schema(EventType type) {
    StructType schema = new StructType();
    for (TableDefinition.Field column : TableDefinition.columns(type)) {
      schema = schema.add(column.name(), sparkType(column.type()));
    }
    return schema;
  }

  private static DataType sparkType(TableDefinition.Type type) {
    return switch (type) {
      case STRING -> DataTypes.StringType;
      case LONG -> DataTypes.LongType;
      case DOUBLE -> DataTypes.DoubleType;
      case BOOLEAN -> DataTypes.BooleanType;
      case TIMESTAMP -> DataTypes.TimestampType;
      case INTEGER -> DataTypes.IntegerType;
      case STRINGS -> DataTypes.createArrayType(DataTypes.StringType);
    };
  }

  /** Adds the row of an event. */
  void add(ParsedLine.Event event, Input from, long offset, RowBytes rows) {
    if (from.index() != input) {
      input = from.index();
      topic = UTF8String.fromString(from.topic());
    }
    Long time = eventTime == NONE ? null : (Long) event.values()[eventTime];
    rows.begin(time == null ? RowBytes.NO_TIME : time, from.topicRank(), from.partition(), offset);
    rows.text(event.eventId());
    rows.number(event.receivedAt());
    rows.text(event.source());
    rows.text(event.ip());
    rows.text(event.userAgent());
    for (int i = 0; i < types.length; i++) {
      if (i != eventTime) {
        add(types[i], event.values()[i], rows);
      }
    }
    rows.text(event.properties());
    rows.text(topic);
    rows.count(event.problems().size());
    for (String problem : event.problems()) {
      rows.text(UTF8String.fromString(problem));
    }
  }

  private static void add(ColumnType type, Object value, RowBytes rows) {
    switch (type) {
      case STRING -> rows.text((UTF8String) value);
      case LONG, TIMESTAMP -> rows.number((Long) value);
      case DOUBLE -> rows.decimal((Double) value);
      case BOOLEAN -> rows.truth((Boolean) value);
    }
  }
}
