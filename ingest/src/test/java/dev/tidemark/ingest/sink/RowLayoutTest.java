package dev.tidemark.ingest.sink;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("locale")
class RowLayoutTest {
  private static final RowLayout BINARY = new RowLayout(1, false, 0, 2, 3, 4);
  private static final RowLayout TEXT = new RowLayout(1, true, 0, 2, 3, 4);

  static Stream<Arguments> valuesInRows() {
    return Stream.of("", "a", "{\"n\":1}", "Zoë\n日本", "x".repeat(100_000))
        .flatMap(
            value ->
                Stream.of(
                    Arguments.of(value, unsafe(value), BINARY),
                    Arguments.of(value, unsafe(value), TEXT),
                    Arguments.of(value, movedTo(unsafe(value), 24), BINARY),
                    Arguments.of(value, inLongs(unsafe(value)), BINARY),
                    Arguments.of(value, inLongs(unsafe(value)), TEXT),
                    Arguments.of(value, generic(value.getBytes(UTF_8)), BINARY),
                    Arguments.of(value, generic(UTF8String.fromString(value)), TEXT)));
  }

  @ParameterizedTest
  @MethodSource("valuesInRows")
  void a_value_is_found_in_any_row(String value, InternalRow row, RowLayout layout) {
    ByteBuffer found = layout.valueOf(row);
    byte[] bytes = new byte[found.remaining()];
    found.get(bytes);
    assertThat(new String(bytes, UTF_8)).isEqualTo(value);
  }

  @Test
  void a_null_is_no_value() {
    assertThat(BINARY.valueOf(unsafe(null))).isNull();
    assertThat(TEXT.valueOf(unsafe(null))).isNull();
    assertThat(BINARY.valueOf(generic(null))).isNull();
    assertThat(TEXT.valueOf(generic(null))).isNull();
  }

  @Test
  void the_value_of_an_unsafe_row_is_not_copied() {
    UnsafeRow row = unsafe("value");
    assertThat(BINARY.valueOf(row).array()).isSameAs(row.getBaseObject());
  }

  private static UnsafeRow unsafe(String value) {
    UnsafeRowWriter writer = new UnsafeRowWriter(5);
    writer.reset();
    writer.zeroOutNullBytes();
    writer.write(0, UTF8String.fromString("events"));
    if (value == null) {
      writer.setNullAt(1);
    } else {
      writer.write(1, value.getBytes(UTF_8));
    }
    writer.write(2, 3);
    writer.write(3, 42L);
    writer.write(4, 1L);
    return writer.getRow();
  }

  /** The same row in the middle of a larger array, as rows of a page stand. */
  private static UnsafeRow movedTo(UnsafeRow row, int start) {
    byte[] page = new byte[start + row.getSizeInBytes() + 8];
    Arrays.fill(page, (byte) 'y');
    row.writeToMemory(page, Platform.BYTE_ARRAY_OFFSET + start);
    UnsafeRow moved = new UnsafeRow(5);
    moved.pointTo(page, Platform.BYTE_ARRAY_OFFSET + start, row.getSizeInBytes());
    return moved;
  }

  /** The same row in an array of another type, as Spark's memory manager has them. */
  private static UnsafeRow inLongs(UnsafeRow row) {
    long[] page = new long[row.getSizeInBytes() / Long.BYTES];
    row.writeToMemory(page, Platform.LONG_ARRAY_OFFSET);
    UnsafeRow moved = new UnsafeRow(5);
    moved.pointTo(page, Platform.LONG_ARRAY_OFFSET, row.getSizeInBytes());
    return moved;
  }

  private static InternalRow generic(Object value) {
    return new GenericInternalRow(
        new Object[] {UTF8String.fromString("events"), value, 3, 42L, 1L});
  }
}
