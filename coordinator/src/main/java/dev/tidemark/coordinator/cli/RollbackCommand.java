package dev.tidemark.coordinator.cli;

import dev.tidemark.batch.publish.KeptRevision;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.log.Publication;
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
public final class RollbackCommand extends OpenedDatasetCommand {
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
  int run(Opened opened) {
    PartitionId id = parse(opened, partition);
    Publication earlier = opened.operations().earlier(id, Optional.ofNullable(revision));
    if (new KeptRevision(opened.files()).find(id, earlier).isEmpty()) {
      throw new RefusedException(
          "Revision " + earlier.revision() + " of " + id + " is not in final/.replaced any more.");
    }
    opened.operations().rollback(id, earlier.revision(), reason);
    out()
        .printf(
            "%s goes back to revision %d (%,d rows) at the coordinator's next look, and is pinned.%n",
            id, earlier.revision(), earlier.counts().out());
    out().flush();
    return 0;
  }
}
