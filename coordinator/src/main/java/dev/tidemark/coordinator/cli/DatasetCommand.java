package dev.tidemark.coordinator.cli;

import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.config.ConfigSource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Option;

/** A command on one dataset's landing log that prints a table or JSON. */
abstract class DatasetCommand extends OpenedDatasetCommand {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "TABLE",
      description = "How to print: ${COMPLETION-CANDIDATES}.")
  private Output output;

  /** How a command prints. */
  enum Output {
    TABLE,
    JSON
  }

  DatasetCommand(ConfigSource source) {
    super(source);
  }

  boolean isJson() {
    return output == Output.JSON;
  }

  /** Prints values as a JSON array, one a line. */
  void printJson(List<?> values) {
    out().println("[");
    for (int i = 0; i < values.size(); i++) {
      String json = new String(LandingJson.write(values.get(i)), StandardCharsets.UTF_8);
      out().println("  " + json + (i < values.size() - 1 ? "," : ""));
    }
    out().println("]");
    out().flush();
  }
}
