package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.HadoopConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.hadoop.HadoopLogin;
import dev.tidemark.landing.log.Journal;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command on one dataset's landing log. What cannot be done as things stand ends with exit code
 * 3, what makes no sense with 2.
 */
abstract class OpenedDatasetCommand implements Callable<Integer> {
  static final int REFUSED = 3;

  private final ConfigSource source;
  @Spec private CommandSpec spec;

  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      description = "The dataset; not needed where the configuration has one only.")
  private String datasetName;

  OpenedDatasetCommand(ConfigSource source) {
    this.source = source;
  }

  /** A dataset's root, opened. */
  record Opened(
      ConfigFile file,
      DatasetConfig dataset,
      LandingFileSystem files,
      Journal journal,
      Operations operations,
      Clock clock) {}

  @Override
  public final Integer call() {
    try {
      return run(open());
    } catch (RefusedException e) {
      err().println(e.getMessage());
      return REFUSED;
    } catch (UsageException e) {
      err().println(e.getMessage());
      return CommandLine.ExitCode.USAGE;
    }
  }

  abstract int run(Opened opened);

  /** What the user wrote makes no sense; the message says what would. */
  static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  /** A partition as the user wrote it. */
  static PartitionId parse(Opened opened, String text) {
    try {
      return opened.operations().parse(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  static Optional<PartitionId> parseIfGiven(Opened opened, String text) {
    return Optional.ofNullable(text).map(t -> parse(opened, t));
  }

  private Opened open() {
    ConfigFile file = source.load();
    Problems problems = new Problems();
    List<DatasetConfig> all = DatasetConfig.readAll(file.root(problems));
    HadoopConfig hadoop = HadoopConfig.read(file.root(problems));
    problems.throwIfAny();
    HadoopLogin.as(hadoop);
    DatasetConfig dataset = DatasetConfig.choose(all, Optional.ofNullable(datasetName));
    LandingFileSystem files = FileSystems.open(dataset.root());
    Clock clock = Clock.systemUTC();
    String by = "cli " + System.getProperty("user.name");
    Journal journal =
        Journal.of(files, clock, by, Journal.Upkeep.keeping(dataset.retention().log()));
    return new Opened(
        file, dataset, files, journal, new Operations(dataset, journal, clock), clock);
  }

  /** Characters of a line; 80 where there is no terminal. */
  int terminalWidth() {
    return spec.usageMessage().autoWidth(true).width();
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }
}
