package dev.tidemark.bench.process;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** DuckDB with two threads. */
final class DuckDbProcessor implements Peer.Processor {
  private final Path root;
  private final Connection connection;

  DuckDbProcessor(Path root) throws SQLException {
    this.root = root;
    this.connection = DriverManager.getConnection("jdbc:duckdb:");
    execute("SET threads = 2");
    execute("SET preserve_insertion_order = false");
    execute("SET temp_directory = '" + root.resolve("duckdb") + "'");
  }

  @Override
  public void process(Hour hour, String output) throws SQLException {
    execute(
        """
        COPY (
          SELECT %s event_id, received_at, event.timestamp::TIMESTAMP AS event_time, source, ip,
              user_agent, event.*
          FROM read_json('%s/*.json', format = 'newline_delimited', columns = {
              event_id: 'VARCHAR', received_at: 'TIMESTAMP', source: 'VARCHAR', ip: 'VARCHAR',
              user_agent: 'VARCHAR', event: 'STRUCT(%s)'})
        ) TO '%s' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (type))
        """
            .formatted(
                hour.withIds() ? "DISTINCT ON (event_id)" : "",
                root.resolve(hour.directory()),
                Click.EVENT_COLUMNS.formatted("VARCHAR", "DOUBLE"),
                root.resolve(output)));
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
