package dev.tidemark.ingest;

import dev.tidemark.landing.config.ConfigFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;

/**
 * The command as a process of its own. The first argument is the configuration file; a second,
 * {@link #HANGING}, makes it a process that would never end by itself.
 */
final class IngestProgram {
  static final String HANGING = "hanging";
  static final String ENDED = "the command ended with ";

  private IngestProgram() {}

  public static void main(String[] arguments) {
    Path file = Path.of(arguments[0]);
    if (arguments.length > 1 && arguments[1].equals(HANGING)) {
      new Thread(IngestProgram::hang, "hangs").start();
      Runtime.getRuntime().addShutdownHook(new Thread(IngestProgram::hang, "hangs at the end"));
    }
    int code =
        new CommandLine(new IngestCommand(() -> ConfigFile.read(file, Map.of(), List.of())))
            .execute();
    System.err.println(ENDED + code);
    System.exit(code);
  }

  private static void hang() {
    while (true) {
      LockSupport.park();
    }
  }
}
