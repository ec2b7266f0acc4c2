package dev.tidemark.coordinator.cli;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.process.EventTypes;
import dev.tidemark.batch.process.SqlDialect;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.Problems;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints what declares the published tables to other engines. */
@Command(
    name = "ddl",
    mixinStandardHelpOptions = true,
    description = {
      "Prints SQL that declares a table for each event type of conf/events to another engine.",
      "It reads the configuration alone; docs/reading.md tells how to use it."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark ddl --dialect duckdb --root /data/copy > tables.sql",
      "  tidemark ddl --dialect trino"
    })
public final class DdlCommand extends OpenedDatasetCommand {
  @Option(
      names = "--dialect",
      paramLabel = "DIALECT",
      required = true,
      description = "Whose SQL: ${COMPLETION-CANDIDATES}.")
  private SqlDialect dialect;

  @Option(
      names = "--root",
      paramLabel = "URI",
      description = "Where the engine finds the dataset's root; as configured if not given.")
  private String root;

  public DdlCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(Opened opened) {
    Problems problems = new Problems();
    BatchConfig config = BatchConfig.read(opened.file().root(problems));
    problems.throwIfAny();
    dialect
        .statements(
            EventTypes.load(config.eventTypesDir()),
            opened.dataset().granularity(),
            Optional.ofNullable(root).orElse(opened.dataset().root().toString()))
        .forEach(statement -> out().println(statement + ";\n"));
    out().flush();
    return 0;
  }
}
