package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.cli.LandingCommand.UsageException;
import dev.tidemark.coordinator.operations.DirectAccess;
import dev.tidemark.coordinator.operations.Operations;
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
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** A dataset's root, opened. */
record Opened(
    ConfigFile file,
    DatasetConfig dataset,
    LandingFileSystem files,
    Journal journal,
    Operations operations,
    Clock clock) {

  /**
   * Opens the root of a configured dataset.
   *
   * @param name of it; not needed where there is one only
   */
  static Opened open(ConfigSource source, Optional<String> name, Clock clock) {
    ConfigFile file = source.load();
    Problems problems = new Problems();
    List<DatasetConfig> all = DatasetConfig.readAll(file.root(problems));
    HadoopConfig hadoop = HadoopConfig.read(file.root(problems));
    problems.throwIfAny();
    HadoopLogin.as(hadoop);
    DatasetConfig dataset = DatasetConfig.choose(all, name);
    LandingFileSystem files = FileSystems.open(dataset.root());
    String by = "cli " + System.getProperty("user.name");
    Journal journal =
        Journal.of(files, clock, by, Journal.Upkeep.keeping(dataset.retention().log()));
    return new Opened(
        file, dataset, files, journal, new Operations(dataset, journal, clock), clock);
  }

  DirectAccess access() {
    return new DirectAccess(dataset, operations, files);
  }

  /** A partition as the user wrote it. */
  PartitionId parse(String text) {
    try {
      return operations.parse(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  Optional<PartitionId> parseIfGiven(String text) {
    return Optional.ofNullable(text).map(this::parse);
  }
}
