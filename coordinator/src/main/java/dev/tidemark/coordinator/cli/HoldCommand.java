package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.Operations;
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
  String say(Operations operations, PartitionId id, String reason) {
    operations.hold(id, reason);
    return id + " is held. 'tidemark release " + id + "' lets it go on.";
  }
}
