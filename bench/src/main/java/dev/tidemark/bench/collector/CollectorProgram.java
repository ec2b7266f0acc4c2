package dev.tidemark.bench.collector;

import dev.tidemark.collector.CollectorCommand;
import dev.tidemark.landing.config.ConfigFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * What {@code tidemark collector} runs, with its defaults, two write keys (one of them with a
 * limit) and origins. It does not go on serving once it is told to stop, for nobody asks it to.
 */
public final class CollectorProgram {
  /** The key without a limit. */
  public static final String KEY = "bench-web";

  /** The key that may send {@link #LIMIT} events a second. */
  static final String LIMITED_KEY = "bench-limited";

  static final int LIMIT = 1_000;
  public static final String ORIGIN = "https://shop.example";

  private CollectorProgram() {}

  public static void main(String[] arguments) throws IOException {
    ServerTask task = ServerTask.parse(arguments);
    Path file = task.directory().resolve("tidemark.yaml");
    Files.writeString(
        file,
        String.join(
            "\n",
            "kafka: {bootstrap.servers: \"" + task.brokers() + "\"}",
            "collector:",
            "  port: " + task.port(),
            "  topic: " + task.topic(),
            "  keys:",
            "    - {key: " + KEY + ", source: web, allowed-origins: [\"" + ORIGIN + "\"]}",
            "    - {key: " + LIMITED_KEY + ", source: limited, rate-limit: " + LIMIT + "}",
            "  allowed-origins: [\"" + ORIGIN + "\"]",
            "  drain-delay: PT0S",
            "  spill: {dir: \"" + task.directory().resolve("spill") + "\"}",
            ""));
    CollectorCommand command =
        new CollectorCommand(() -> ConfigFile.read(file, Map.of(), List.of()));
    System.exit(new CommandLine(command).execute());
  }
}
