package dev.tidemark.batch.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import scala.jdk.javaapi.CollectionConverters;

/** What Spark answers with, as JSON. */
final class QueryValue {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private QueryValue() {}

  static List<JsonNode> ofRow(Row row) {
    return IntStream.range(0, row.length()).mapToObj(i -> of(row.get(i))).toList();
  }

  private static JsonNode of(Object value) {
    if (value == null) {
      return JSON.nullNode();
    } else if (value instanceof Boolean b) {
      return JSON.booleanNode(b);
    } else if (value instanceof Double || value instanceof Float) {
      return JSON.numberNode(((Number) value).doubleValue());
    } else if (value instanceof BigDecimal decimal) {
      // The factory's own would lose trailing zeros.
      return DecimalNode.valueOf(decimal);
    } else if (value instanceof Number number) {
      return JSON.numberNode(number.longValue());
    } else if (value instanceof byte[] bytes) {
      return JSON.binaryNode(bytes);
    } else if (value instanceof Row row) {
      return object(row);
    } else if (value instanceof scala.collection.Map<?, ?> map) {
      ObjectNode object = JSON.objectNode();
      CollectionConverters.asJava(map).forEach((k, v) -> object.set(String.valueOf(k), of(v)));
      return object;
    } else if (value instanceof scala.collection.Iterable<?> list) {
      ArrayNode array = JSON.arrayNode();
      CollectionConverters.asJava(list).forEach(v -> array.add(of(v)));
      return array;
    }
    // Text, and what has ISO 8601 as its text: Instant, LocalDate, Duration and their like.
    return JSON.textNode(value.toString());
  }

  private static ObjectNode object(Row row) {
    ObjectNode object = JSON.objectNode();
    String[] names = row.schema().fieldNames();
    for (int i = 0; i < names.length; i++) {
      object.set(names[i], of(row.get(i)));
    }
    return object;
  }
}
