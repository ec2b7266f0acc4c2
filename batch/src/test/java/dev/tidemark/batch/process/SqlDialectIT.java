package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is printed for DuckDB and Spark is run there, on hours that were really processed. */
class SqlDialectIT {
  private static final String COLUMN =
      "{name: word, path: word}\n  - {name: seen, path: seen, type: timestamp}";

  @TempDir Path root;
  @TempDir Path declarations;

  private EventTypes types;

  /**
   * Hour 09 was published before the column {@code n} was declared, hour 08 after; 08 has a lost
   * line.
   */
  @BeforeEach
  void twoHours() throws IOException {
    published(
        "2026-08-22T09", types(COLUMN), event("search", "socks", ""), event("other", "x", ""));
    types = types(COLUMN + "\n  - {name: n, path: n, type: long}");
    published(
        "2026-08-22T08", types, event("search", "shoes", ",\"n\":9007199254740993"), "not JSON");
    // What is being published, or was replaced, is not there for readers.
    copyHour("final/.replaced/dt=2026-08-22/hr=08/v7");
    copyHour("final/.staging/dt=2026-08-22/hr=08/attempt");
  }

  private void copyHour(String to) throws IOException {
    try (var files = Files.walk(root.resolve("final/dt=2026-08-22/hr=08"))) {
      for (Path from : new TreeSet<>(files.toList())) {
        Path target =
            root.resolve(to)
                .resolve(root.resolve("final/dt=2026-08-22/hr=08").relativize(from).toString());
        Files.createDirectories(target.getParent());
        Files.copy(from, target);
      }
    }
  }

  @Test
  void duckdb_reads_every_type_with_its_partitions_as_text() throws SQLException {
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckDb.createStatement()) {
      for (String sql : SqlDialect.DUCKDB.statements(types, Granularity.HOUR, root.toString())) {
        // A type without any file yet cannot be declared in DuckDB.
        if (!sql.contains("type=view/")) {
          statement.execute(sql);
        }
      }
      assertThat(rows(statement, "SELECT dt, hr, word, n FROM search ORDER BY hr"))
          .containsExactly("2026-08-22 08 shoes 9007199254740993", "2026-08-22 09 socks null");
      assertThat(rows(statement, "SELECT word FROM search WHERE dt = '2026-08-22' AND hr = '09'"))
          .containsExactly("socks");
      assertThat(
              rows(statement, "SELECT epoch_us(seen), len(_problems) FROM search WHERE hr = '08'"))
          .containsExactly("1787385845123456 0");
      assertThat(rows(statement, "SELECT properties FROM unknown"))
          .singleElement()
          .asString()
          .contains("other");
    }
  }

  private static List<String> rows(Statement statement, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(result.getObject(i)));
        }
        rows.add(String.join(" ", row));
      }
    }
    return rows;
  }

  @Test
  void spark_reads_them_too_and_new_hours_when_told() throws IOException {
    SparkSession spark = TestSession.get().newSession();
    spark.sql("CREATE DATABASE ddl");
    try {
      spark.sql("USE ddl");
      SqlDialect.SPARK
          .statements(types, Granularity.HOUR, root.toUri().toString())
          .forEach(spark::sql);
      assertThat(sparkRows(spark, "SELECT dt, hr, word, n FROM search ORDER BY hr"))
          .containsExactly("[2026-08-22,08,shoes,9007199254740993]", "[2026-08-22,09,socks,null]");
      assertThat(sparkRows(spark, "SELECT count(*) FROM view")).containsExactly("[0]");
      assertThat(sparkRows(spark, "SELECT unix_micros(seen) FROM search WHERE hr = '08'"))
          .containsExactly("[1787385845123456]");
      assertThat(sparkRows(spark, "SELECT count(*) FROM unknown")).containsExactly("[1]");
      published("2026-08-22T10", types, event("search", "hats", ""));
      spark.sql("MSCK REPAIR TABLE search_files SYNC PARTITIONS");
      assertThat(sparkRows(spark, "SELECT word FROM search WHERE hr > '09'"))
          .containsExactly("[hats]");
    } finally {
      spark.sql("USE default");
      spark.sql("DROP DATABASE ddl CASCADE");
    }
  }

  private static List<String> sparkRows(SparkSession spark, String sql) {
    return spark.sql(sql).collectAsList().stream().map(Row::toString).toList();
  }

  private EventTypes types(String columns) throws IOException {
    Files.writeString(
        declarations.resolve("a.yaml"),
        """
        types:
          - {name: search, match: {path: type, value: search}}
          - {name: view, match: {path: type, value: view}}
        columns:
          - %s
        """
            .formatted(columns));
    return EventTypes.load(declarations);
  }

  private void published(String hour, EventTypes declared, String... lines) throws IOException {
    Partition partition = new Partition(root, declared);
    partition.files.deleteTree("stage");
    partition.staged("events", 0, 0, lines).processed(hour);
    String published = LandingZone.published(PartitionId.parse(hour));
    partition.files.makeDirectories(LandingZone.parent(published));
    partition.files.rename(LandingZone.staging(Partition.HOUR, hour), published);
  }

  private static String event(String type, String word, String more) {
    return "{\"type\":\"%s\",\"word\":\"%s\",\"seen\":\"2026-08-22T08:04:05.123456Z\"%s}"
        .formatted(type, word, more);
  }
}
