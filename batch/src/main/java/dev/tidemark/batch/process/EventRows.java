package dev.tidemark.batch.process;

import java.util.List;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** The output rows of one event type. For one thread. */
final class EventRows {
  private static final int EVENT_TIME_PLACE = 2;
  private static final int DECLARED_FROM = 6;

  private static final GenericArrayData NO_PROBLEMS = new GenericArrayData(new Object[0]);

  private final Object[] values;
  private final GenericInternalRow row;
  private final int[] places;
  private final UnsafeProjection projection;

  EventRows(EventType type) {
    StructType schema = schema(type);
    values = new Object[schema.length()];
    row = new GenericInternalRow(values);
    places = places(type);
    projection = UnsafeProjection.create(schema);
  }

  /** The columns of a type's output, in their order. */
  static StructType schema(EventType type) {
    StructType schema = new StructType();
    for (TableDefinition.Field column : TableDefinition.columns(type)) {
      schema = schema.add(column.name(), sparkType(column.type()));
    }
    return schema;
  }

  /** Where in the output a type's columns stand. */
  private static int[] places(EventType type) {
    List<Column> columns = type.columns();
    int[] places = new int[columns.size()];
    int next = DECLARED_FROM;
    for (int i = 0; i < places.length; i++) {
      places[i] = isEventTime(columns.get(i)) ? EVENT_TIME_PLACE : next++;
    }
    return places;
  }

  private static boolean isEventTime(Column column) {
    return column.name().equals(Column.EVENT_TIME);
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

  /** The row of an event; overwritten by the next. */
  UnsafeRow row(ParsedLine.Event event, Input input, long offset) {
    values[0] = event.eventId();
    values[1] = event.receivedAt();
    values[EVENT_TIME_PLACE] = null;
    values[3] = event.source();
    values[4] = event.ip();
    values[5] = event.userAgent();
    for (int i = 0; i < places.length; i++) {
      values[places[i]] = event.values()[i];
    }
    int last = values.length - 5;
    values[last] = event.properties();
    values[last + 1] = UTF8String.fromString(input.topic());
    values[last + 2] = input.partition();
    values[last + 3] = offset;
    values[last + 4] = event.problems().isEmpty() ? NO_PROBLEMS : problems(event);
    return projection.apply(row);
  }

  private static GenericArrayData problems(ParsedLine.Event event) {
    return new GenericArrayData(event.problems().stream().map(UTF8String::fromString).toArray());
  }
}
