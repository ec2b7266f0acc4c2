package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that says one thing about one partition. */
abstract class PartitionVerb extends DatasetCommand {
  @Parameters(paramLabel = "P", description = "The partition, such as 2026-08-22T13.")
  private String partition;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "asked for on the command line",
      description = "Goes into the landing log.")
  private String reason;

  PartitionVerb(ConfigSource source) {
    super(source);
  }

  @Override
  final int run(Opened opened) {
    PartitionId id = parse(opened, partition);
    String said = say(opened.operations(), id, reason);
    if (isJson()) {
      printJson(List.of(new Done(id, said)));
    } else {
      out().println(said);
      out().flush();
    }
    return 0;
  }

  /** What was done, as JSON. */
  record Done(PartitionId partition, String message) {}

  /** Does it, and tells what was done. */
  abstract String say(Operations operations, PartitionId id, String reason);
}
