package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import picocli.CommandLine.Command;

/** Releases a partition. */
@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    description =
        "Lets a held or failed partition go on; takes the pin off one that was rolled back.",
    footer = {"", "Example: tidemark release 2026-08-22T13 --reason 'the feed is right again'"})
public final class ReleaseCommand extends PartitionVerb {
  public ReleaseCommand(ConfigSource source) {
    super(source);
  }

  @Override
  String say(DatasetAccess access, PartitionId id, String reason) {
    access.release(id, reason);
    return id + " is released. " + access.explain(id).waitsFor();
  }
}
