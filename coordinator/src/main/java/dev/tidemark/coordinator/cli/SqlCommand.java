package dev.tidemark.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.process.BadQueryException;
import dev.tidemark.batch.process.QueryRows;
import dev.tidemark.batch.process.SparkQuery;
import dev.tidemark.coordinator.action.EmbeddedEngine;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.Problems;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Answers SQL over what is published, with Spark in this process. */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = {
      "Answers a Spark SQL query over what is published.",
      "Tables: one for each event type, unknown, and events with the columns that all types have."
          + " Name dt and hr (and mi), which are text, to read only those partitions."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark sql \"select type, count(*) from events group by type\"",
      "  tidemark sql \"select * from search where dt = '2026-08-22' and hr = '08'\" -o csv",
      "  tidemark sql \"describe search\""
    })
public final class SqlCommand extends OpenedDatasetCommand {
  private static final int TABLE_ROWS = 100;

  @Parameters(paramLabel = "QUERY", description = "One statement, in quotes.")
  private String sql;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "TABLE",
      description = "How to print: ${COMPLETION-CANDIDATES}.")
  private Output output;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description =
          "Rows to print, 0 for all; 100 in a table and all in JSON and CSV if not given.")
  private Integer limit;

  /** How the rows are printed. */
  enum Output {
    TABLE,
    JSON,
    CSV
  }

  public SqlCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(Opened opened) {
    int most = limit != null ? limit : output == Output.TABLE ? TABLE_ROWS : 0;
    if (most < 0) {
      throw new UsageException("--limit must be 0 (all rows) or more. Found: " + most + ".");
    }
    // A root in which nothing landed is told before Spark starts.
    opened.operations().state();
    Problems problems = new Problems();
    BatchConfig config = BatchConfig.read(opened.file().root(problems));
    problems.throwIfAny();
    Limited rows = new Limited(printed(), most);
    if (output == Output.TABLE) {
      err().println("Spark starts, which takes some seconds.");
    }
    try (SparkQuery query =
        EmbeddedEngine.query(
            "local[*]", opened.dataset(), opened.files(), config, opened.journal()::refresh)) {
      query.run(sql, rows);
    } catch (BadQueryException e) {
      throw new UsageException(e.getMessage());
    } finally {
      out().flush();
    }
    rows.end();
    return 0;
  }

  private PrintedRows printed() {
    return switch (output) {
      case TABLE -> new RowsAsTable(out(), width());
      case JSON -> new RowsAsJson(out());
      case CSV -> new RowsAsCsv(out());
    };
  }

  /** Prints so many rows, and says so if there are more. */
  private final class Limited implements QueryRows {
    private final PrintedRows printed;
    private final int most;
    private int count;
    private boolean more;

    Limited(PrintedRows printed, int most) {
      this.printed = printed;
      this.most = most;
    }

    @Override
    public void columns(List<String> names) {
      printed.columns(names);
    }

    @Override
    public boolean row(List<JsonNode> values) {
      if (most > 0 && count == most) {
        more = true;
        return false;
      }
      count++;
      printed.row(values);
      return true;
    }

    @Override
    public void mayMiss(String partitions) {
      err()
          .println(
              "Being published, and so perhaps missing here: "
                  + partitions
                  + ". Run the query again.");
    }

    void end() {
      printed.end();
      out().flush();
      if (more) {
        err()
            .println(
                Counted.of(most, "row")
                    + (most == 1 ? " is" : " are")
                    + " shown. There are more: --limit N, or 0 for all of them.");
      }
    }
  }
}
