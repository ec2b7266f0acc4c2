package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.landing.config.ConfigSource;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists partitions. */
@Command(
    name = "partitions",
    mixinStandardHelpOptions = true,
    description = "Lists the partitions: where each stands, and its counts.")
public final class PartitionsCommand extends DatasetCommand {
  @Option(names = "--from", paramLabel = "P", description = "From this partition on.")
  private String from;

  @Option(names = "--to", paramLabel = "P", description = "Up to this partition, included.")
  private String to;

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only those that stand so: ${COMPLETION-CANDIDATES}.")
  private PartitionSummary.Standing standing;

  public PartitionsCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(Opened opened) {
    List<PartitionSummary> partitions =
        opened
            .operations()
            .partitions(parseIfGiven(opened, from), parseIfGiven(opened, to))
            .stream()
            .filter(p -> standing == null || p.standing() == standing)
            .toList();
    if (isJson()) {
      printJson(partitions);
    } else {
      out().print(table(partitions));
      partitions.forEach(
          p -> p.note().ifPresent(note -> out().println(p.partition() + ": " + note)));
      out().flush();
    }
    return 0;
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
