package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import picocli.CommandLine.Command;

/** Holds a partition. */
@Command(
    name = "hold",
    mixinStandardHelpOptions = true,
    description = "Begins no new step of a partition until it is released.",
    footer = {"", "Example: tidemark hold 2026-08-22T13 --reason 'the feed was wrong'"})
public final class HoldCommand extends PartitionVerb {
  public HoldCommand(ConfigSource source) {
    super(source);
  }

  @Override
  String say(DatasetAccess access, PartitionId id, String reason) {
    access.hold(id, reason);
    return access.advise(id + " is held. 'tidemark release " + id + "' lets it go on.");
  }
}
