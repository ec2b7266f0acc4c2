package dev.tidemark.batch.process;

import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader can tell of a column without its values, in files of one row group. */
class RowFileStatisticsTest {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message row {
            optional int64 event_time (TIMESTAMP(MICROS,true));
            optional binary text (STRING);
            required int64 kafka_offset;
          }
          """);
  private static final int ROWS = 5_000;
  private static final int TEXT = 1;

  @TempDir private java.nio.file.Path directory;
  private final Configuration hadoop = new Configuration();

  @Test
  void times_and_offsets_have_the_least_and_the_greatest() throws IOException {
    write(row -> "text");
    assertRange(0, 1_000_000L, 1_000_000L + ROWS - 1);
    assertRange(2, 0L, ROWS - 1L);
  }

  private void assertRange(int column, long least, long greatest) throws IOException {
    Statistics<?> statistics = column(column).getStatistics();
    assertThat(statistics.genericGetMin()).isEqualTo(least);
    assertThat(statistics.genericGetMax()).isEqualTo(greatest);
    assertThat(statistics.getNumNulls()).isZero();
    assertThat(index(column).getMinValues()).hasSizeGreaterThan(1);
  }

  @Test
  void texts_that_come_again_have_them_too_and_for_each_page_of_its_own() throws IOException {
    write(row -> row % 10 == 0 ? null : row < ROWS / 2 ? "a" + row % 3 : "b" + row % 3);
    Statistics<?> statistics = column(TEXT).getStatistics();
    assertThat(statistics.genericGetMin()).isEqualTo(Binary.fromString("a0"));
    assertThat(statistics.genericGetMax()).isEqualTo(Binary.fromString("b2"));
    assertThat(statistics.getNumNulls()).isEqualTo(ROWS / 10);
    List<java.nio.ByteBuffer> least = index(TEXT).getMinValues();
    assertThat(least.get(0)).isEqualTo(java.nio.ByteBuffer.wrap(new byte[] {'a', '0'}));
    assertThat(least.get(least.size() - 1))
        .isEqualTo(java.nio.ByteBuffer.wrap(new byte[] {'b', '0'}));
    assertThat(count(eq(binaryColumn("text"), Binary.fromString("b1")))).isEqualTo(750);
  }

  @Test
  void texts_that_are_all_different_have_none_and_are_found_all_the_same() throws IOException {
    write(row -> "text " + row * 31L * 31 * 31);
    assertNone();
    assertThat(count(eq(binaryColumn("text"), Binary.fromString("text 29791")))).isEqualTo(1);
    assertThat(count(eq(binaryColumn("text"), null))).isZero();
  }

  @Test
  void nor_have_texts_that_turn_out_to_be_different_later() throws IOException {
    write(row -> row < 2_000 ? row < 500 ? null : "same" : "text " + row * 31L * 31 * 31);
    assertNone();
    assertThat(count(eq(binaryColumn("text"), Binary.fromString("same")))).isEqualTo(1_500);
    assertThat(count(eq(binaryColumn("text"), null))).isEqualTo(500);
    assertThat(count(eq(binaryColumn("text"), Binary.fromString("text 119134209")))).isEqualTo(1);
  }

  @Test
  void where_a_page_has_no_text_the_others_tell() throws IOException {
    write(row -> row < 2_000 ? null : "same");
    assertThat(index(TEXT).getNullPages()).startsWith(true).endsWith(false);
    assertThat(count(eq(binaryColumn("text"), Binary.fromString("same")))).isEqualTo(ROWS - 2_000);
    assertThat(count(eq(binaryColumn("text"), null))).isEqualTo(2_000);
  }

  private void assertNone() throws IOException {
    assertThat(column(TEXT).getStatistics().hasNonNullValue()).isFalse();
    assertThat(column(TEXT).getStatistics().isNumNullsSet()).isFalse();
    assertThat(index(TEXT)).isNull();
  }

  private Path path() {
    return new Path(directory.resolve("rows.parquet").toUri());
  }

  private void write(IntFunction<String> text) throws IOException {
    hadoop.setInt("parquet.page.size", 4_000);
    hadoop.setInt("parquet.page.row.count.limit", 500);
    hadoop.setInt("parquet.dictionary.page.size", 2_000);
    RowFile file = new RowFile(path(), SCHEMA, Map.of(), RowFileFormat.properties(hadoop), hadoop);
    RowPlace place = new RowPlace();
    for (int i = 0; i < ROWS; i++) {
      RowBytes row = new RowBytes();
      row.begin(1_000_000L + i, 0, 0, i);
      String value = text.apply(i);
      row.text(value == null ? null : UTF8String.fromString(value));
      byte[] bytes = row.toByteArray();
      place.moveTo(bytes, Platform.BYTE_ARRAY_OFFSET, bytes.length);
      file.write(null, place);
    }
    file.close(null);
  }

  private ColumnChunkMetaData column(int number) throws IOException {
    try (ParquetFileReader reader = open()) {
      assertThat(reader.getRowGroups()).hasSize(1);
      return reader.getRowGroups().get(0).getColumns().get(number);
    }
  }

  private ColumnIndex index(int number) throws IOException {
    try (ParquetFileReader reader = open()) {
      return reader.readColumnIndex(reader.getRowGroups().get(0).getColumns().get(number));
    }
  }

  private ParquetFileReader open() throws IOException {
    return ParquetFileReader.open(HadoopInputFile.fromPath(path(), hadoop));
  }

  private int count(FilterPredicate filter) throws IOException {
    List<Group> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), path())
            .withFilter(FilterCompat.get(filter))
            .build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        rows.add(row);
      }
    }
    return rows.size();
  }
}
