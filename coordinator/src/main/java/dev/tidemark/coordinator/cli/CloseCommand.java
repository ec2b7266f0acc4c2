package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Closes a partition before its time. */
@Command(
    name = "close",
    mixinStandardHelpOptions = true,
    description = "Closes a partition now; what comes for it later is late and restates it.",
    footer = {"", "Example: tidemark close 2026-08-22T13 --force --reason 'the source is gone'"})
public final class CloseCommand extends PartitionVerb {
  @Option(names = "--force", description = "Says that this is meant.")
  private boolean force;

  public CloseCommand(ConfigSource source) {
    super(source);
  }

  @Override
  String say(DatasetAccess access, PartitionId id, String reason) {
    if (!force && access.details(id).summary().standing().isAtRest()) {
      throw new RefusedException(id + " is closed already, and nothing waits in it.");
    }
    if (!force) {
      throw new RefusedException(
          id + " closes by itself once the watermark has passed it. To close it now, add --force.");
    }
    access.close(id, reason);
    return id + " is closed.";
  }
}
