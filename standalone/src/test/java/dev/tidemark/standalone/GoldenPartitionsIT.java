package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.standalone.demo.EventFile;
import dev.tidemark.standalone.demo.EventSender;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real clicks through the collector, Kafka, HDFS and Spark; then another database reads the
 * archived JSON and the published Parquet, and finds the same in both.
 */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GoldenPartitionsIT {
  private static final Path CLICKS = Path.of("../../shared/data/clickstream_events_1000.csv");
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private Connection duckDb;
  private long lines;

  @BeforeAll
  void carryThrough(@TempDir Path directory) throws Exception {
    assumeThat(CLICKS).as("the clicks, which are not part of this repository").exists();
    try (var text = Files.lines(CLICKS)) {
      lines = text.count() - 1;
    }
    Path local = directory.resolve("copy");
    try (SeparatePrograms programs = SeparatePrograms.in(directory);
        ChildJvm collector = programs.start("collector");
        ChildJvm ingest = programs.start("ingest");
        ChildJvm coordinator = programs.start("coordinator")) {
      until(collector, () -> Visitors.isReady(programs.collector()));
      new EventSender(programs.collector(), 100_000).send(EventFile.of(CLICKS));
      DatasetView view = programs.view();
      until(ingest, () -> view.landedRows() >= lines);
      view.closeWhateverIsOpen();
      until(coordinator, () -> view.isCarriedThrough(lines));
      copy(programs.root(), local);
    }
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    execute(raw(local));
    execute(published(local));
  }

  private static void until(ChildJvm program, Callable<Boolean> condition) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .failFast("the program has ended", () -> !program.isAlive())
        .until(condition);
  }

  /** Without the checksum files that Hadoop would write beside them. */
  private static void copy(URI root, Path local) throws Exception {
    try (FileSystem hdfs = FileSystem.newInstance(root, new Configuration())) {
      for (String area : List.of("archive", "final")) {
        hdfs.copyToLocalFile(
            false,
            new org.apache.hadoop.fs.Path(root + "/" + area),
            new org.apache.hadoop.fs.Path(local.resolve(area).toUri()),
            true);
      }
    }
  }

  /**
   * The events as they were sent, read from the envelopes; a client's repetition counts once. Files
   * are named by their topic: {@code _generation.json} beside them is a label.
   */
  private static String raw(Path local) {
    return """
        CREATE VIEW raw AS
        SELECT DISTINCT ON (event_id) event_id, source, epoch_us(received_at) AS received_us,
            event.type AS event_type, event.sid AS sid, epoch_us(event.timestamp) AS event_us,
            event.channel AS channel, event.action AS action, event.culture AS culture,
            event.ipAddress AS ip_address, event.latitude AS latitude, event.longitude AS longitude,
            event.productId AS product_id, event.searchQuery AS search_query
        FROM read_json('%s/archive/dt=*/hr=*/mi=*/gen=*/events-*.json', format = 'newline_delimited',
            columns = {event_id: 'VARCHAR', source: 'VARCHAR', received_at: 'TIMESTAMP', event:
                'STRUCT(sid VARCHAR, type VARCHAR, timestamp TIMESTAMP, channel VARCHAR, action VARCHAR,
                culture VARCHAR, ipAddress VARCHAR, latitude DOUBLE, longitude DOUBLE,
                productId VARCHAR, searchQuery VARCHAR)'})
        """
        .formatted(local);
  }

  private static String published(Path local) {
    return """
        CREATE VIEW final AS
        SELECT event_id, source, epoch_us(received_at) AS received_us, event_type, sid,
            epoch_us(event_time) AS event_us, channel, action, culture, ip_address, latitude,
            longitude, product_id, search_query
        FROM read_parquet('%s/final/dt=*/hr=*/mi=*/type=*/*.parquet')
        """
        .formatted(local);
  }

  @AfterAll
  void close() throws SQLException {
    if (duckDb != null) {
      duckDb.close();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT event_type, count(*) FROM %s GROUP BY 1 ORDER BY 1",
        "SELECT count(DISTINCT sid), count(DISTINCT ip_address), count(DISTINCT culture) FROM %s",
        "SELECT min(event_us), max(event_us), min(received_us), max(received_us) FROM %s",
        "SELECT sum(latitude::DECIMAL(18, 7)), sum(longitude::DECIMAL(18, 7)), min(latitude),"
            + " max(longitude), sum(product_id::BIGINT) FROM %s",
        "SELECT search_query, count(*) FROM %s WHERE search_query IS NOT NULL"
            + " GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10",
        "SELECT count(*) - count(product_id), count(*) - count(search_query),"
            + " count(*) - count(latitude), count(*) - count(culture), count(*) - count(source)"
            + " FROM %s",
        "SELECT event_us // 3600000000 AS hour, count(*), count(DISTINCT sid) FROM %s"
            + " GROUP BY 1 ORDER BY 1",
        "SELECT c.channel, count(*), sum(s.event_us - c.event_us) FROM %1$s c JOIN %1$s s"
            + " ON c.culture = s.culture AND c.channel = s.channel AND c.event_type = 'component'"
            + " AND s.event_type = 'search' AND s.event_us > c.event_us GROUP BY 1 ORDER BY 1",
        "SELECT channel, action, culture, count(*) FROM %s GROUP BY ALL HAVING count(*) > 1"
            + " ORDER BY ALL",
        "SELECT event_id, sid, event_us, product_id, search_query, latitude FROM %s"
            + " WHERE event_us BETWEEN 1704088800000000 AND 1704110400000000 AND latitude < 0"
            + " ORDER BY event_us, event_id",
        "SELECT product_id, count(*), rank() OVER (ORDER BY count(*) DESC, product_id) FROM %s"
            + " WHERE action = 'click' GROUP BY 1 ORDER BY 3 LIMIT 25",
      })
  void the_archive_and_what_is_published_give_the_same_answer(String query) throws SQLException {
    List<String> expected = rows(query.formatted("raw"));
    assertThat(expected).isNotEmpty();
    assertThat(rows(query.formatted("final"))).isEqualTo(expected);
  }

  @Test
  void every_click_is_there_once() throws SQLException {
    assertThat(rows("SELECT count(*), count(DISTINCT event_id) FROM final"))
        .containsExactly(lines + " | " + lines);
    assertThat(rows("SELECT count(*) FROM raw")).containsExactly(Long.toString(lines));
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = duckDb.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> rows(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = duckDb.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          row.add(String.valueOf(result.getObject(column)));
        }
        rows.add(String.join(" | ", row));
      }
    }
    return rows;
  }
}
