package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.cli.LandingCommand.UsageException;
import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.PartitionId;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which quarantined lines are meant. */
final class QuarantineSelection {
  @Parameters(
      paramLabel = "P",
      arity = "0..1",
      description = "The partition, such as 2026-08-22T13; all if none is named.")
  private String partition;

  @Option(names = "--from", paramLabel = "P", description = "From this partition on.")
  private String from;

  @Option(names = "--to", paramLabel = "P", description = "Up to this partition, included.")
  private String to;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "Only lines whose reason contains this.")
  private String reason;

  String reason() {
    return reason;
  }

  /** The partitions that are meant. */
  record Range(Optional<PartitionId> from, Optional<PartitionId> to) {}

  Range range(DatasetAccess access) {
    if (partition == null) {
      return new Range(
          AccessCommand.parseIfGiven(access, from), AccessCommand.parseIfGiven(access, to));
    }
    if (from != null || to != null) {
      throw new UsageException("Name a partition, or --from and --to, not both.");
    }
    PartitionId one = AccessCommand.parse(access, partition);
    if (access.details(one).summary().revision() == 0) {
      throw new RefusedException(one + " is not published yet, so nothing of it is in quarantine.");
    }
    return new Range(Optional.of(one), Optional.of(one));
  }
}
