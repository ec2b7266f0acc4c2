package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that says one thing about one partition. */
abstract class PartitionVerb extends AccessCommand {
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
  final int run(DatasetAccess access) {
    PartitionId id = parse(access, partition);
    String said = say(access, id, reason(reason));
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
  abstract String say(DatasetAccess access, PartitionId id, String reason);
}
