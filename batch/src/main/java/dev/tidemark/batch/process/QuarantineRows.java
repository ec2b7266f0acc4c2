package dev.tidemark.batch.process;

import java.util.Base64;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The lines of {@code _quarantine}: why, where from, and the exact bytes, as text in {@code raw}
 * or, when they are not UTF-8, in {@code raw_base64}. {@code line} counts from 1, as editors do.
 */
final class QuarantineRows {
  static final String REASON = "reason";
  static final StructType SCHEMA =
      new StructType()
          .add(REASON, DataTypes.StringType)
          .add("file", DataTypes.StringType)
          .add("line", DataTypes.IntegerType)
          .add("topic", DataTypes.StringType)
          .add("partition", DataTypes.IntegerType)
          .add("offset", DataTypes.LongType)
          .add("raw", DataTypes.StringType)
          .add("raw_base64", DataTypes.StringType);

  private QuarantineRows() {}

  static Row row(String reason, LineMapper.Place place, byte[] line) {
    Optional<String> text = Utf8.text(line);
    return RowFactory.create(
        reason,
        place.input().path(),
        place.line() + 1,
        place.input().topic(),
        place.input().partition(),
        place.offset(),
        text.orElse(null),
        text.isPresent() ? null : Base64.getEncoder().encodeToString(line));
  }
}
