package dev.tidemark.bench;

import dev.tidemark.bench.collector.CollectorBenchmark;
import dev.tidemark.bench.control.ControlBenchmark;
import dev.tidemark.bench.control.ScaleBenchmark;
import dev.tidemark.bench.landing.LandingBenchmark;
import dev.tidemark.bench.pipeline.PipelineBenchmark;
import dev.tidemark.bench.process.ProcessBenchmark;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program behind {@code bench/run}. */
@Command(
    name = "bench/run",
    mixinStandardHelpOptions = true,
    description = "Measures Tidemark against a peer or a limit in the same run.",
    subcommands = {
      CollectorBenchmark.class,
      LandingBenchmark.class,
      ProcessBenchmark.class,
      RenameBenchmark.class,
      ControlBenchmark.class,
      StartBenchmark.class,
      PipelineBenchmark.class,
      ScaleBenchmark.class
    })
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new Main()).setCaseInsensitiveEnumValuesAllowed(true).execute(arguments));
  }
}
