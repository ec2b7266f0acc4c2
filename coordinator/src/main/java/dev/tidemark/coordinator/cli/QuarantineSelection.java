package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.cli.OpenedDatasetCommand.Opened;
import dev.tidemark.coordinator.cli.OpenedDatasetCommand.UsageException;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.Quarantine;
import dev.tidemark.coordinator.operations.RefusedException;
import java.util.List;
import java.util.function.Predicate;
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

  Predicate<String> reason() {
    return Quarantine.containing(reason);
  }

  /** The partitions that are meant, published ones only. */
  List<PartitionSummary> published(Opened opened) {
    if (partition == null) {
      return opened
          .operations()
          .partitions(
              OpenedDatasetCommand.parseIfGiven(opened, from),
              OpenedDatasetCommand.parseIfGiven(opened, to))
          .stream()
          .filter(p -> p.revision() > 0)
          .toList();
    }
    if (from != null || to != null) {
      throw new UsageException("Name a partition, or --from and --to, not both.");
    }
    PartitionSummary one =
        opened
            .operations()
            .summary(opened.operations().partition(OpenedDatasetCommand.parse(opened, partition)));
    if (one.revision() == 0) {
      throw new RefusedException(
          one.partition() + " is not published yet, so nothing of it is in quarantine.");
    }
    return List.of(one);
  }
}
