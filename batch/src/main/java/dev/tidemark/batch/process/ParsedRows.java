package dev.tidemark.batch.process;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The rows that lines are parsed to: one shape for every type, in which each declared column (name
 * and SQL type) has a place, so that types whose columns differ are parsed in one pass. A rejected
 * line has only where it stands and {@link #REJECTED}.
 */
final class ParsedRows implements LineMapper {
  private static final long serialVersionUID = 1L;

  static final String FILE = "file";
  static final String LINE = "line";
  static final String TYPE = "type";
  static final String REJECTED = "rejected";
  static final String ID_GIVEN = "id_given";
  static final String CONTENT = "content";
  static final String TOPIC_RANK = "topic_rank";

  // In the order of the row; the declared columns follow.
  private static final StructType FIXED =
      new StructType()
          .add(FILE, DataTypes.IntegerType)
          .add(LINE, DataTypes.IntegerType)
          .add(REJECTED, QuarantineRows.SCHEMA)
          .add(TYPE, DataTypes.StringType)
          .add(ID_GIVEN, DataTypes.BooleanType)
          .add(CONTENT, DataTypes.BinaryType)
          .add(TOPIC_RANK, DataTypes.IntegerType)
          .add("event_id", DataTypes.StringType)
          .add("received_at", DataTypes.TimestampType)
          .add("source", DataTypes.StringType)
          .add("ip", DataTypes.StringType)
          .add("user_agent", DataTypes.StringType)
          .add("properties", DataTypes.StringType)
          .add("kafka_topic", DataTypes.StringType)
          .add("kafka_partition", DataTypes.IntegerType)
          .add("kafka_offset", DataTypes.LongType)
          .add("_problems", DataTypes.createArrayType(DataTypes.StringType));

  // The type that nobody declared has no columns.
  private static final int[] NOWHERE = {};

  private final EventParser parser;
  private final Enrichment enrichment;
  private final Map<String, int[]> placesByType = new HashMap<>();
  private final StructType schema;

  ParsedRows(EventTypes types, Enrichment enrichment) {
    this.parser = new EventParser(types);
    this.enrichment = enrichment;
    StructType all = FIXED;
    Map<String, Integer> places = new HashMap<>();
    for (EventType type : types.all()) {
      for (Column column : type.columns()) {
        if (places.putIfAbsent(placeName(column), all.length()) == null) {
          all = all.add(placeName(column), sparkType(column.type()));
        }
      }
      placesByType.put(
          type.name(), type.columns().stream().mapToInt(c -> places.get(placeName(c))).toArray());
    }
    this.schema = all;
  }

  StructType schema() {
    return schema;
  }

  @Override
  public Optional<Row> map(Place place, byte[] line) {
    Input input = place.input();
    String record = input.topic() + "-" + input.partition() + "-" + place.offset();
    Object[] row = new Object[schema.length()];
    row[0] = input.index();
    row[1] = place.line();
    ParsedLine parsed = parser.parse(line, record);
    if (parsed instanceof ParsedLine.Rejected rejected) {
      row[2] = QuarantineRows.row(rejected.reason(), place, line);
    } else if (parsed instanceof ParsedLine.Event event) {
      fill(row, place, enrichment.of(event));
    }
    return Optional.of(RowFactory.create(row));
  }

  private void fill(Object[] row, Place place, ParsedLine.Event event) {
    Object[] fixed = {
      event.type().name(),
      event.idGiven(),
      event.content().bytes(),
      place.input().topicRank(),
      event.eventId(),
      event.receivedAt(),
      event.source(),
      event.ip(),
      event.userAgent(),
      event.properties(),
      place.input().topic(),
      place.input().partition(),
      place.offset(),
      event.problems().toArray(String[]::new)
    };
    System.arraycopy(fixed, 0, row, 3, fixed.length);
    int[] places = placesByType.getOrDefault(event.type().name(), NOWHERE);
    for (int i = 0; i < places.length; i++) {
      row[places[i]] = event.values().get(i);
    }
  }

  /** What a type's output selects from these rows. */
  org.apache.spark.sql.Column[] outputOf(EventType type) {
    List<org.apache.spark.sql.Column> output = new ArrayList<>();
    output.add(col("event_id"));
    output.add(col("received_at"));
    output.add(
        type.columns().stream()
            .filter(c -> c.name().equals(Column.EVENT_TIME))
            .findFirst()
            .map(ParsedRows::declared)
            .orElseGet(() -> lit(null).cast(DataTypes.TimestampType).as(Column.EVENT_TIME)));
    output.addAll(List.of(col("source"), col("ip"), col("user_agent")));
    type.columns().stream()
        .filter(c -> !c.name().equals(Column.EVENT_TIME))
        .map(ParsedRows::declared)
        .forEach(output::add);
    for (String name :
        List.of("properties", "kafka_topic", "kafka_partition", "kafka_offset", "_problems")) {
      output.add(col(name));
    }
    return output.toArray(org.apache.spark.sql.Column[]::new);
  }

  private static org.apache.spark.sql.Column declared(Column column) {
    return col(placeName(column)).as(column.name());
  }

  // Two types may declare the same name with different SQL types. No fixed name has a colon.
  private static String placeName(Column column) {
    return column.name() + ":" + column.type().sqlName();
  }

  private static DataType sparkType(ColumnType type) {
    return switch (type) {
      case STRING -> DataTypes.StringType;
      case LONG -> DataTypes.LongType;
      case DOUBLE -> DataTypes.DoubleType;
      case BOOLEAN -> DataTypes.BooleanType;
      case TIMESTAMP -> DataTypes.TimestampType;
    };
  }
}
