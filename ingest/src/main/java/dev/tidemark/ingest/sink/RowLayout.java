package dev.tidemark.ingest.sink;

import java.io.Serializable;
import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.Platform;

/** Where the columns of Spark's Kafka source stand in a row. */
record RowLayout(int value, boolean text, int topic, int partition, int offset, int timestamp)
    implements Serializable {

  /**
   * Finds the columns.
   *
   * @throws IllegalArgumentException if one is missing or of another type
   */
  static RowLayout of(StructType schema) {
    boolean text =
        java.util.Arrays.asList(schema.fieldNames()).contains("value")
            && schema.apply("value").dataType().equals(DataTypes.StringType);
    return new RowLayout(
        column(schema, "value", text ? DataTypes.StringType : DataTypes.BinaryType),
        text,
        column(schema, "topic", DataTypes.StringType),
        column(schema, "partition", DataTypes.IntegerType),
        column(schema, "offset", DataTypes.LongType),
        column(schema, "timestamp", DataTypes.TimestampType));
  }

  private static int column(StructType schema, String name, DataType type) {
    String[] names = schema.fieldNames();
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name) && schema.fields()[i].dataType().equals(type)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "The sink 'landing' needs a column '"
            + name
            + "' of type "
            + type.simpleString()
            + ", as Spark's Kafka source gives it. Found: "
            + schema.simpleString()
            + ".");
  }

  /**
   * The record's value; null for a null value. Not a copy, if it can be, and so good until the next
   * row is asked for.
   */
  ByteBuffer valueOf(InternalRow row) {
    if (row.isNullAt(value)) {
      return null;
    }
    if (row instanceof UnsafeRow unsafe && unsafe.getBaseObject() instanceof byte[] bytes) {
      // Spark's layout: where it begins, from the row's start, in the upper half; its length.
      long place = unsafe.getLong(value);
      long start = unsafe.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET + (place >>> Integer.SIZE);
      return ByteBuffer.wrap(bytes, Math.toIntExact(start), (int) place);
    }
    return ByteBuffer.wrap(text ? row.getUTF8String(value).getBytes() : row.getBinary(value));
  }
}
