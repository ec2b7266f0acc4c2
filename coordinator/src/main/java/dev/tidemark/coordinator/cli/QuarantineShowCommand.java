package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.QuarantinedRow;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.config.ConfigSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what could not be processed. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description =
        "Shows lines that could not be processed, each with its reason and place. Bytes that could"
            + " harm a terminal are escaped; -o json has the exact ones.")
public final class QuarantineShowCommand extends AccessCommand {
  private static final int LONGEST = 2000;

  @Mixin private QuarantineSelection selection;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      defaultValue = "20",
      description = "How many, 0 for all (${DEFAULT-VALUE}).")
  private int limit;

  public QuarantineShowCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(DatasetAccess access) {
    if (limit < 0) {
      throw new UsageException("--limit must be 0 (all lines) or more. Found: " + limit + ".");
    }
    List<QuarantinedRow> rows = new ArrayList<>();
    // One more than is shown, to know whether there is one.
    QuarantineSelection.Range range = selection.range(access);
    access.quarantined(
        range.from(),
        range.to(),
        selection.reason(),
        row -> rows.add(row) && (limit == 0 || rows.size() <= limit));
    boolean more = limit > 0 && rows.size() > limit;
    List<QuarantinedRow> shown = more ? rows.subList(0, limit) : rows;
    if (isJson()) {
      printJson(shown);
    } else {
      shown.forEach(this::print);
      out().flush();
    }
    if (more) {
      err()
          .println(
              Counted.of(limit, "line")
                  + (limit == 1 ? " is" : " are")
                  + " shown. There are more: --limit N, or 0 for all.");
    }
    return 0;
  }

  private void print(QuarantinedRow row) {
    tell(
        row.partition()
            + "  "
            + SafeText.of(row.reason())
            + "  ("
            + SafeText.of(row.kafkaTopic())
            + "-"
            + row.kafkaPartition()
            + ", offset "
            + row.kafkaOffset()
            + "; "
            + SafeText.of(row.file())
            + " line "
            + row.line()
            + ")");
    String text =
        row.raw()
            .map(SafeText::of)
            .orElseGet(() -> SafeText.of(Base64.getDecoder().decode(row.rawBase64().orElse(""))));
    out().println("  " + SafeText.cut(text, LONGEST));
  }
}
