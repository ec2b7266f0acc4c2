package dev.tidemark.standalone.cli;

import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Section;
import dev.tidemark.standalone.config.Installation;
import java.util.List;
import java.util.function.Consumer;
import picocli.CommandLine;

/** The program {@code tidemark}. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(wire(Installation.ofThisProcess()).execute(arguments));
  }

  /** The root command with every subcommand. */
  static CommandLine wire(Installation installation) {
    TidemarkCommand root = new TidemarkCommand(installation, sections());
    CommandLine commandLine = new CommandLine(root);
    commandLine.setExecutionExceptionHandler(new ErrorLines(root));
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    return commandLine;
  }

  /** What reads, and so checks, each part of the file. */
  private static List<Consumer<Section>> sections() {
    return List.of(
        KafkaConfig::read,
        DatasetConfig::readAll,
        root -> root.ignore("collector"),
        root -> root.ignore("ingest"),
        root -> root.ignore("batch"),
        root -> root.ignore("coordinator"));
  }
}
