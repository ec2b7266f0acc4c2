package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.BroughtBack;
import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings an earlier revision back. */
@Command(
    name = "rollback",
    mixinStandardHelpOptions = true,
    description = {
      "Publishes a copy of an earlier revision and pins it.",
      "What lands late waits until 'release' takes the pin off, or 'reprocess' makes a new revision."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark rollback 2026-08-22T13 --reason 'half of it is missing'",
      "  tidemark rollback 2026-08-22T13 --revision 1"
    })
public final class RollbackCommand extends AccessCommand {
  @Parameters(paramLabel = "P", description = "The partition, such as 2026-08-22T13.")
  private String partition;

  @Option(
      names = "--revision",
      paramLabel = "N",
      description =
          "Which one; 'partitions show P' lists them. The one before the published one if not given.")
  private Integer revision;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "asked for on the command line",
      description = "Goes into the landing log, and says why it is pinned.")
  private String reason;

  public RollbackCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(DatasetAccess access) {
    if (revision != null && revision < 1) {
      throw new UsageException("--revision must be a number from 1 on. Found: " + revision + ".");
    }
    PartitionId id = parse(access, partition);
    BroughtBack back = access.rollback(id, Optional.ofNullable(revision), reason(reason));
    String said =
        String.format(
            Locale.ROOT,
            "%s goes back to revision %d (%,d %s) at the coordinator's next look, and is pinned.",
            id,
            back.revision(),
            back.rows(),
            back.rows() == 1 ? "row" : "rows");
    if (isJson()) {
      printJson(List.of(new PartitionVerb.Done(id, said)));
    } else {
      out().println(said);
      out().flush();
    }
    return 0;
  }
}
