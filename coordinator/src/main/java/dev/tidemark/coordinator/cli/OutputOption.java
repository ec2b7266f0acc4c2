package dev.tidemark.coordinator.cli;

import dev.tidemark.landing.LandingJson;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Option;

/** How a command prints: a table, or JSON. */
final class OutputOption {
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

  boolean isJson() {
    return output == Output.JSON;
  }

  /** Prints values as a JSON array, one a line. */
  static void printJson(List<?> values, PrintWriter out) {
    out.println("[");
    for (int i = 0; i < values.size(); i++) {
      String json = new String(LandingJson.write(values.get(i)), StandardCharsets.UTF_8);
      out.println("  " + json + (i < values.size() - 1 ? "," : ""));
    }
    out.println("]");
    out.flush();
  }
}
