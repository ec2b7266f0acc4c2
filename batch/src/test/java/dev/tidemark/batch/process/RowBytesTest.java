package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.parquet.io.api.Binary;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowBytesTest {
  private final RowBytes rows = new RowBytes();

  @Test
  void a_row_is_read_as_it_was_written() {
    rows.begin(-5, 2, 3, 1L << 40);
    rows.text(UTF8String.fromString("first é"));
    rows.text(null);
    rows.number(Long.MAX_VALUE);
    rows.number(null);
    rows.decimal(-0.5);
    rows.decimal(null);
    rows.truth(true);
    rows.truth(false);
    rows.truth(null);
    rows.count(2);
    rows.text(UTF8String.fromString(""));
    rows.text(UTF8String.fromString("last"));

    RowCursor row = firstRow();
    assertThat(row.eventTime()).isEqualTo(-5);
    assertThat(row.partition()).isEqualTo(3);
    assertThat(row.offset()).isEqualTo(1L << 40);
    assertThat(text(row)).isEqualTo("first é");
    assertThat(text(row)).isNull();
    assertThat(row.isNumber()).isTrue();
    assertThat(row.number()).isEqualTo(Long.MAX_VALUE);
    assertThat(row.isNumber()).isFalse();
    assertThat(row.isNumber()).isTrue();
    assertThat(Double.longBitsToDouble(row.number())).isEqualTo(-0.5);
    assertThat(row.isNumber()).isFalse();
    assertThat(row.isNumber()).isTrue();
    assertThat(row.number()).isEqualTo(1);
    assertThat(row.isNumber()).isTrue();
    assertThat(row.number()).isZero();
    assertThat(row.isNumber()).isFalse();
    assertThat(row.count()).isEqualTo(2);
    assertThat(text(row)).isEmpty();
    assertThat(text(row)).isEqualTo("last");
    assertThat(row.nextValue()).isEqualTo(rows.length());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 126, 127, 128, 16_382, 16_383, 16_384, 3_000_000})
  void a_text_has_any_length(int length) {
    rows.begin(0, 0, 0, 0);
    rows.text(UTF8String.fromString("x".repeat(length)));
    rows.text(UTF8String.fromString("behind"));
    RowCursor row = firstRow();
    assertThat(text(row)).hasSize(length);
    assertThat(text(row)).isEqualTo("behind");
  }

  @Test
  void each_row_of_a_batch_remembers_its_next_value() {
    RowBatch batch = new RowBatch();
    for (int i = 0; i < RowBatch.SIZE; i++) {
      rows.clear();
      rows.begin(i, 0, 0, 0);
      rows.text(UTF8String.fromString("a".repeat(i)));
      rows.text(UTF8String.fromString("b" + i));
      RowPlace place = new RowPlace();
      place.moveTo(rows.toByteArray(), Platform.BYTE_ARRAY_OFFSET, rows.length());
      batch.add(place);
    }
    assertThat(batch.isFull()).isTrue();
    for (int i = 0; i < batch.count(); i++) {
      assertThat(text(batch.row(i))).hasSize(i);
      batch.leave(i);
    }
    for (int i = 0; i < batch.count(); i++) {
      RowCursor row = batch.row(i);
      assertThat(row.eventTime()).isEqualTo(i);
      assertThat(text(row)).isEqualTo("b" + i);
    }
  }

  private RowCursor firstRow() {
    RowCursor row = new RowCursor();
    row.moveTo(rows.toByteArray(), 0, RowBytes.VALUES);
    return row;
  }

  private static String text(RowCursor row) {
    Binary text = row.text();
    return text == null ? null : text.toStringUsingUTF8();
  }
}
