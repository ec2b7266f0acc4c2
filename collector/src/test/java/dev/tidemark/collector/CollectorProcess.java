package dev.tidemark.collector;

import dev.tidemark.landing.config.ConfigFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Runs the command in a process of its own; the argument is the configuration file. */
public final class CollectorProcess {
  private CollectorProcess() {}

  public static void main(String[] arguments) {
    Path file = Path.of(arguments[0]);
    CollectorCommand command =
        new CollectorCommand(() -> ConfigFile.read(file, Map.of(), List.of()));
    System.exit(new CommandLine(command).execute());
  }
}
