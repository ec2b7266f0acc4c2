package dev.tidemark.batch.process;

import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of several row groups, of several pages each, as other readers see them. */
class RowFileTest {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message row {
            optional int64 event_time (TIMESTAMP(MICROS,true));
            optional binary name (STRING);
            optional binary text (STRING);
            optional int64 number;
            required int32 kafka_partition;
            required int64 kafka_offset;
          }
          """);
  private static final int ROWS = 10_050;

  @TempDir private java.nio.file.Path directory;
  private final Configuration hadoop = new Configuration();
  private Path path;

  @BeforeEach
  void write() throws IOException {
    hadoop.setLong("parquet.block.size", 400_000);
    hadoop.setInt("parquet.page.size", 20_000);
    hadoop.setInt("parquet.dictionary.page.size", 2_000);
    path = new Path(directory.resolve("rows.parquet").toUri());
    RowFile file = new RowFile(path, SCHEMA, Map.of(), RowFileFormat.properties(hadoop), hadoop);
    RowPlace place = new RowPlace();
    for (int i = 0; i < ROWS; i++) {
      RowBytes row = new RowBytes();
      row.begin(i % 7 == 0 ? RowBytes.NO_TIME : 1_000L * i, 0, i % 3, i);
      row.text(i % 5 == 0 ? null : UTF8String.fromString("name " + i % 50));
      row.text(UTF8String.fromString(text(i)));
      row.number(i % 2 == 0 ? null : -1L * i);
      byte[] bytes = row.toByteArray();
      place.moveTo(bytes, Platform.BYTE_ARRAY_OFFSET, bytes.length);
      file.write(null, place);
    }
    file.close(null);
  }

  /** Too varied for a dictionary, and of any length from none on. */
  private static String text(int row) {
    Random random = new Random(row);
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(400);
    while (text.length() < length) {
      text.append(Long.toString(random.nextLong(), 36));
    }
    return text.toString();
  }

  @Test
  void every_row_is_read_back_as_it_was() throws IOException {
    List<Group> rows = read(FilterCompat.NOOP);
    assertThat(rows).hasSize(ROWS);
    for (int i = 0; i < ROWS; i++) {
      assertRow(rows.get(i), i);
    }
  }

  @Test
  void a_row_is_found_by_the_index_of_pages_with_all_its_columns() throws IOException {
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(path, hadoop))) {
      assertThat(reader.getRowGroups()).hasSizeGreaterThan(3);
    }
    for (int i : new int[] {0, 99, 100, 4_999, 5_000, 7_777, ROWS - 1}) {
      List<Group> rows = read(FilterCompat.get(eq(longColumn("kafka_offset"), (long) i)));
      assertThat(rows).hasSize(1);
      assertRow(rows.get(0), i);
    }
  }

  private List<Group> read(FilterCompat.Filter filter) throws IOException {
    List<Group> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), path)
            .withConf(hadoop)
            .withFilter(filter)
            .build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static void assertRow(Group row, int i) {
    assertThat(row.getFieldRepetitionCount("event_time")).isEqualTo(i % 7 == 0 ? 0 : 1);
    if (i % 7 != 0) {
      assertThat(row.getLong("event_time", 0)).isEqualTo(1_000L * i);
    }
    assertThat(row.getFieldRepetitionCount("name")).isEqualTo(i % 5 == 0 ? 0 : 1);
    if (i % 5 != 0) {
      assertThat(row.getString("name", 0)).isEqualTo("name " + i % 50);
    }
    assertThat(row.getString("text", 0)).isEqualTo(text(i));
    assertThat(row.getFieldRepetitionCount("number")).isEqualTo(i % 2);
    if (i % 2 != 0) {
      assertThat(row.getLong("number", 0)).isEqualTo(-i);
    }
    assertThat(row.getInteger("kafka_partition", 0)).isEqualTo(i % 3);
    assertThat(row.getLong("kafka_offset", 0)).isEqualTo(i);
  }
}
