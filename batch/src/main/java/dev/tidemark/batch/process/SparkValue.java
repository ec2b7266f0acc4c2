package dev.tidemark.batch.process;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A column's value as Spark holds it in a row: {@code UTF8String}, Long, Double, Boolean, and a
 * timestamp as Long, in microseconds since 1970; null where there is none.
 */
final class SparkValue {
  private SparkValue() {}

  /** The value of a member that is not null, as a type; null if it is no value of that type. */
  static Object of(JsonLine line, int member, ColumnType type) {
    if (!line.isScalar(member)) {
      return null;
    }
    if (type == ColumnType.STRING) {
      return line.text(member).orElse(null);
    }
    Object usual = usual(line, member, type);
    return usual == null ? any(line, member, type) : usual;
  }

  private static Object usual(JsonLine line, int member, ColumnType type) {
    byte[] bytes = line.bytes();
    int from = line.from(member);
    int until = line.until(member);
    if (type == ColumnType.TIMESTAMP && line.isString(member)) {
      return unlessOther(UsualScalars.micros(bytes, from + 1, until - 1));
    }
    if (type == ColumnType.LONG) {
      return unlessOther(UsualScalars.whole(bytes, from, until));
    }
    if (type == ColumnType.DOUBLE) {
      double number = UsualScalars.decimal(bytes, from, until);
      return Double.isNaN(number) ? null : (Object) number;
    }
    return null;
  }

  private static Object unlessOther(long number) {
    return number == UsualScalars.OTHER ? null : (Object) number;
  }

  private static Object any(JsonLine line, int member, ColumnType type) {
    Optional<JsonScalar> scalar =
        line.text(member).map(t -> new JsonScalar(t.toString(), line.isString(member)));
    return of(scalar.flatMap(type::convert).orElse(null));
  }

  /** From what {@link ColumnType#convert} gives; null is null. */
  static Object of(Object value) {
    if (value instanceof String text) {
      return UTF8String.fromString(text);
    }
    if (value instanceof Instant time) {
      // Not ChronoUnit, which counts nanoseconds first, and they overflow in the year 2262.
      return TimeUnit.SECONDS.toMicros(time.getEpochSecond())
          + TimeUnit.NANOSECONDS.toMicros(time.getNano());
    }
    return value;
  }
}
