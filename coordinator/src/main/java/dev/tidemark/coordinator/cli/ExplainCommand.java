package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.Explanation;
import dev.tidemark.landing.config.ConfigSource;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Says what a partition waits for. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Says what a partition waits for now, and what can be done about it.",
    footer = {"", "Example: tidemark explain 2026-08-22T13"})
public final class ExplainCommand extends AccessCommand {
  @Parameters(paramLabel = "PARTITION", description = "Such as 2026-08-22T13, in UTC.")
  private String partition;

  public ExplainCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(DatasetAccess access) {
    Explanation explanation = access.explain(parse(access, partition));
    if (isJson()) {
      printJson(List.of(explanation));
    } else {
      out().println(explanation.waitsFor());
      explanation.advice().ifPresent(out()::println);
    }
    out().flush();
    return 0;
  }
}
