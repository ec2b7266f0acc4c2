package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.QuarantineReason;
import dev.tidemark.landing.config.ConfigSource;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Counts what could not be processed. */
@Command(
    name = "quarantine",
    mixinStandardHelpOptions = true,
    description = "Counts lines of published partitions that could not be processed, by reason.",
    footer = {
      "",
      "After the cause is mended ('tidemark quarantine show', conf/events), 'tidemark reprocess' takes"
          + " the lines in."
    })
public final class QuarantineCommand extends AccessCommand {
  @Mixin private QuarantineSelection selection;

  public QuarantineCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(DatasetAccess access) {
    QuarantineSelection.Range range = selection.range(access);
    List<QuarantineReason> reasons =
        access.quarantine(range.from(), range.to(), selection.reason());
    if (isJson()) {
      printJson(reasons);
      return 0;
    }
    TextTable table = new TextTable("REASON", "ROWS", "PARTITIONS", "FIRST", "LAST");
    for (QuarantineReason r : reasons) {
      table.row(SafeText.of(r.reason()), r.rows(), r.partitions(), r.first(), r.last());
    }
    print(table);
    out().flush();
    return 0;
  }
}
