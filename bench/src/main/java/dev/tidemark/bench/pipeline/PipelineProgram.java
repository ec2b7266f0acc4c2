package dev.tidemark.bench.pipeline;

import dev.tidemark.collector.CollectorCommand;
import dev.tidemark.coordinator.CoordinatorCommand;
import dev.tidemark.ingest.IngestCommand;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** One of the three programs, as {@code tidemark} starts it: its name, and its configuration. */
public final class PipelineProgram {
  private PipelineProgram() {}

  public static void main(String[] arguments) {
    Path file = Path.of(arguments[1]);
    ConfigSource config = () -> ConfigFile.read(file, Map.of(), List.of());
    System.exit(new CommandLine(command(arguments[0], config)).execute());
  }

  private static Callable<Integer> command(String name, ConfigSource config) {
    return switch (name) {
      case "collector" -> new CollectorCommand(config);
      case "ingest" -> new IngestCommand(config);
      case "coordinator" -> new CoordinatorCommand(config);
      default -> throw new IllegalArgumentException(name);
    };
  }
}
