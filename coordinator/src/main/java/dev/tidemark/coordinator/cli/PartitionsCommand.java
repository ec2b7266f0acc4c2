package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.BackwardRangeException;
import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.PartitionChanges;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists partitions. */
@Command(
    name = "partitions",
    mixinStandardHelpOptions = true,
    description = "Lists the partitions: where each stands, and its counts.",
    footer = {
      "",
      "Examples:",
      "  tidemark partitions --from 2026-08-22T00 --to 2026-08-22T23",
      "  tidemark partitions --state failed",
      "  tidemark partitions --changed-since 1234 -o json"
    })
public final class PartitionsCommand extends AccessCommand {
  @Option(names = "--from", paramLabel = "P", description = "From this partition on.")
  private String from;

  @Option(names = "--to", paramLabel = "P", description = "Up to this partition, included.")
  private String to;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only those that stand so: ${COMPLETION-CANDIDATES}.")
  private PartitionSummary.Standing standing;

  @Option(
      names = "--changed-since",
      paramLabel = "VERSION",
      description =
          "Only those of which the log says something after this version, and the version to ask with next"
              + " time.")
  private Long changedSince;

  public PartitionsCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(DatasetAccess access) {
    if (changedSince != null && changedSince < 0) {
      throw new UsageException("--changed-since must be a version, from 0 on.");
    }
    Optional<PartitionId> first = parseIfGiven(access, from);
    Optional<PartitionId> last = parseIfGiven(access, to);
    BackwardRangeException.throwIf(first, last);
    PartitionChanges found =
        changedSince == null ? all(access, first, last) : access.changedSince(changedSince);
    List<PartitionChanges.Change> chosen =
        found.partitions().stream()
            .filter(c -> first.filter(f -> c.partition().compareTo(f) < 0).isEmpty())
            .filter(c -> last.filter(l -> c.partition().compareTo(l) > 0).isEmpty())
            .filter(c -> standing == null || c.summary().standing() == standing)
            .toList();
    if (isJson()) {
      printJson(chosen);
    } else {
      List<PartitionSummary> partitions =
          chosen.stream().map(PartitionChanges.Change::summary).toList();
      print(table(partitions));
      partitions.forEach(p -> p.note().ifPresent(note -> tell(p.partition() + ": " + note)));
      if (changedSince != null) {
        out().println("Version " + found.version());
      }
      out().flush();
    }
    return 0;
  }

  private static PartitionChanges all(
      DatasetAccess access, Optional<PartitionId> from, Optional<PartitionId> to) {
    // What comes while they are listed is listed again by who asks for changes since then.
    long version = access.version();
    return new PartitionChanges(
        version,
        version,
        access.partitions(from, to).stream()
            .map(p -> new PartitionChanges.Change(p, version))
            .toList());
  }

  /** The same table that the demo ends with. */
  public static TextTable table(List<PartitionSummary> partitions) {
    TextTable table =
        new TextTable("PARTITION", "STATE", "FILES", "LANDED", "REV", "FINAL", "DUPL", "QUAR");
    for (PartitionSummary p : partitions) {
      table.row(
          p.partition(),
          p.standing().name().toLowerCase(Locale.ROOT),
          p.files(),
          p.landed(),
          p.revision(),
          p.out(),
          p.duplicates(),
          p.quarantined());
    }
    return table;
  }
}
