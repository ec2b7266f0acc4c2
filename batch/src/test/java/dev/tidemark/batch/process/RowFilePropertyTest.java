package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Whatever the values are, and whether or not they pay a dictionary, they are read back. */
class RowFilePropertyTest {
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message row {
            optional binary text (STRING);
            optional int64 number;
            optional double decimal;
            optional boolean truth;
            optional group texts (LIST) { repeated group list { optional binary element (STRING); } }
            required int64 kafka_offset;
          }
          """);

  /** Null where there is none. */
  record Values(String text, Long number, Double decimal, Boolean truth, List<String> texts) {}

  @Property(tries = 60)
  void what_was_written_is_read_back(@ForAll("rows") List<Values> rows) throws IOException {
    java.nio.file.Path directory = Files.createTempDirectory("rows");
    java.nio.file.Path file = directory.resolve("rows.parquet");
    try {
      write(new Path(file.toUri()), rows);
      assertThat(read(new Path(file.toUri()))).isEqualTo(rows);
    } finally {
      for (java.nio.file.Path each : Arrays.asList(file, directory.resolve(".rows.parquet.crc"))) {
        Files.deleteIfExists(each);
      }
      Files.delete(directory);
    }
  }

  @Provide
  Arbitrary<List<Values>> rows() {
    Arbitrary<String> few = Arbitraries.of("", "a", "b", "longer than eight bytes", "é");
    Arbitrary<String> many = Arbitraries.strings().ofMaxLength(30);
    Arbitrary<Long> fewNumbers = Arbitraries.longs().between(-2, 2);
    // A column is of one kind for a while, as in an hour.
    Arbitrary<List<Values>> alike = rows(few, fewNumbers, 0).list().ofMinSize(1).ofMaxSize(700);
    Arbitrary<List<Values>> various =
        rows(many, Arbitraries.longs(), 0.3).list().ofMinSize(1).ofMaxSize(700);
    Arbitrary<List<Values>> absent = rows(many, fewNumbers, 1).list().ofMaxSize(300);
    return Arbitraries.oneOf(alike, various, absent)
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(parts -> parts.stream().flatMap(List::stream).toList());
  }

  private static Arbitrary<Values> rows(
      Arbitrary<String> texts, Arbitrary<Long> numbers, double nulls) {
    return Combinators.combine(
            texts.injectNull(nulls),
            numbers.injectNull(nulls),
            numbers.map(n -> n / 8.0).injectNull(nulls),
            Arbitraries.of(true, false).injectNull(nulls),
            texts.list().ofMaxSize(2))
        .as(Values::new);
  }

  private static void write(Path path, List<Values> rows) throws IOException {
    Configuration hadoop = new Configuration();
    hadoop.setLong("parquet.block.size", 40_000);
    hadoop.setInt("parquet.page.size", 2_000);
    hadoop.setInt("parquet.dictionary.page.size", 2_000);
    RowFile file = new RowFile(path, SCHEMA, Map.of(), RowFileFormat.properties(hadoop), hadoop);
    RowPlace place = new RowPlace();
    for (int i = 0; i < rows.size(); i++) {
      RowBytes row = new RowBytes();
      Values values = rows.get(i);
      row.begin(RowBytes.NO_TIME, 0, 0, i);
      row.text(values.text() == null ? null : UTF8String.fromString(values.text()));
      row.number(values.number());
      row.decimal(values.decimal());
      row.truth(values.truth());
      row.count(values.texts().size());
      values.texts().forEach(text -> row.text(UTF8String.fromString(text)));
      byte[] bytes = row.toByteArray();
      place.moveTo(bytes, Platform.BYTE_ARRAY_OFFSET, bytes.length);
      file.write(null, place);
    }
    file.close(null);
  }

  private static List<Values> read(Path path) throws IOException {
    List<Values> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), path).build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        assertThat(row.getLong("kafka_offset", 0)).isEqualTo(rows.size());
        Group texts = row.getGroup("texts", 0);
        rows.add(
            new Values(
                has(row, "text") ? row.getString("text", 0) : null,
                has(row, "number") ? (Long) row.getLong("number", 0) : null,
                has(row, "decimal") ? (Double) row.getDouble("decimal", 0) : null,
                has(row, "truth") ? (Boolean) row.getBoolean("truth", 0) : null,
                IntStream.range(0, texts.getFieldRepetitionCount("list"))
                    .mapToObj(i -> texts.getGroup("list", i).getString("element", 0))
                    .toList()));
      }
    }
    return rows;
  }

  private static boolean has(Group row, String column) {
    return row.getFieldRepetitionCount(column) > 0;
  }
}
