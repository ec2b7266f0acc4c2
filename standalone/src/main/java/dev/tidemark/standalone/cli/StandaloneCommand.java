package dev.tidemark.standalone.cli;

import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.standalone.DataDirectory;
import dev.tidemark.standalone.config.Installation;
import dev.tidemark.standalone.config.PipelineConfig;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The whole pipeline in one process, until stopped. */
@Command(
    name = "standalone",
    mixinStandardHelpOptions = true,
    description =
        "Runs the whole pipeline in this process, with its own Kafka and HDFS, until stopped.")
final class StandaloneCommand implements Callable<Integer> {
  private final TidemarkCommand root;
  private final Installation installation;
  @Spec private CommandSpec spec;

  StandaloneCommand(TidemarkCommand root, Installation installation) {
    this.root = root;
    this.installation = installation;
  }

  @Override
  public Integer call() {
    ConfigFile given = root.load();
    ConfigFile file =
        PipelineConfig.forOneMachine(
            given, DatasetConfig.readAll(given.root(new Problems())).size());
    // Every mistake is named before anything is written.
    Path data = PipelineConfig.read(file).standalone().dataDirectory();
    try (DataDirectory directory = DataDirectory.take(data)) {
      return run(directory, ConsoleAccess.of(file, directory));
    }
  }

  private int run(DataDirectory directory, ConsoleAccess console) {
    PipelineConfig config = PipelineConfig.read(console.config());
    PrintWriter out = spec.commandLine().getOut();
    Clock clock = Clock.systemUTC();
    try (RunningPipeline pipeline =
        RunningPipeline.start(config, directory, console.config().toYaml(), clock)) {
      console.print(out, "", pipeline.get().consoleAddress());
      out.println("Collector  http://127.0.0.1:" + pipeline.get().collectorPort());
      out.println("Kafka      " + config.kafka().bootstrapServers());
      for (DatasetConfig dataset : config.datasets()) {
        out.println(
            "Dataset    "
                + dataset.name()
                + "  "
                + dataset.root()
                + "  "
                + "partitions of "
                + HowLong.of(dataset.granularity().length()));
      }
      out.println();
      out.println("Send an event:");
      out.println(
          "  curl -d '{\"sid\":\"s1\",\"type\":\"search\",\"timestamp\":\""
              + clock.instant().truncatedTo(ChronoUnit.SECONDS)
              + "\"}' http://127.0.0.1:"
              + pipeline.get().collectorPort()
              + "/v1/events");
      String found = root.toFind(directory.config());
      out.println("See where it is, in another terminal:");
      out.println("  " + installation.launcher() + " partitions" + found);
      out.println("Stop: Ctrl-C");
      out.flush();
      return pipeline.awaitEnd();
    }
  }
}
