package dev.tidemark.ingest;

import dev.tidemark.landing.config.ConfigFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The command as a process of its own; the argument is the configuration file. */
final class IngestProgram {
  static final String ENDED = "the command ended with ";

  private IngestProgram() {}

  public static void main(String[] arguments) {
    Path file = Path.of(arguments[0]);
    int code =
        new CommandLine(new IngestCommand(() -> ConfigFile.read(file, Map.of(), List.of())))
            .execute();
    System.err.println(ENDED + code);
    System.exit(code);
  }
}
