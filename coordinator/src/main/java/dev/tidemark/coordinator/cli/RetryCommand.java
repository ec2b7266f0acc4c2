package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import picocli.CommandLine.Command;

/** Has what failed tried again. */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    description = {
      "Tries again, at the coordinator's next look, what failed of a partition.",
      "'explain' says what failed and why; remove the cause first."
    },
    footer = {"", "Example: tidemark retry 2026-08-22T13 --reason 'the disk has room again'"})
public final class RetryCommand extends PartitionVerb {
  public RetryCommand(ConfigSource source) {
    super(source);
  }

  @Override
  String say(DatasetAccess access, PartitionId id, String reason) {
    access.retry(id, reason);
    return id + " is tried again at the coordinator's next look.";
  }
}
