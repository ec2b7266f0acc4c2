package dev.tidemark.ingest.cli;

import dev.tidemark.ingest.watermark.KafkaTopics;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.HadoopConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.hadoop.HadoopLogin;
import dev.tidemark.landing.log.IllegalEntryException;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Roots;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * An operator's word on what is read, appended to the landing log. Stop ingest first, and start it
 * after.
 */
abstract class TopicCommand implements Callable<Integer> {
  private static final int REFUSED = 3;

  private final ConfigSource source;
  @Spec private CommandSpec spec;

  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      description = "The dataset; not needed where the configuration has one only.")
  private String datasetName;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "asked for on the command line",
      description = "Goes into the landing log.")
  private String reason;

  TopicCommand(ConfigSource source) {
    this.source = source;
  }

  @Override
  public final Integer call() {
    ConfigFile file = source.load();
    Problems problems = new Problems();
    KafkaConfig kafka = KafkaConfig.read(file.root(problems));
    List<DatasetConfig> all = DatasetConfig.readAll(file.root(problems));
    HadoopConfig hadoop = HadoopConfig.read(file.root(problems));
    problems.throwIfAny();
    HadoopLogin.as(hadoop);
    DatasetConfig dataset = DatasetConfig.choose(all, Optional.ofNullable(datasetName));
    Clock clock = Clock.systemUTC();
    LandingFileSystem files = FileSystems.open(dataset.root());
    Journal journal =
        Journal.of(
            files,
            clock,
            "cli " + System.getProperty("user.name"),
            Journal.Upkeep.keeping(dataset.retention().log()));
    try {
      LogEntry.Created created = requireRoot(journal.refresh(), dataset);
      requireRead(journal.refresh(), dataset);
      try (KafkaTopics topics = new KafkaTopics(kafka.clientSettings(), clock)) {
        requireCluster(created, topics);
        String said = say(new Word(journal, topics, reason));
        spec.commandLine().getOut().println(said);
        spec.commandLine().getOut().flush();
      }
      return 0;
    } catch (UsageException e) {
      return say(e, CommandLine.ExitCode.USAGE);
    } catch (IllegalEntryException e) {
      return say(e, REFUSED);
    }
  }

  private int say(RuntimeException problem, int code) {
    spec.commandLine().getErr().println(problem.getMessage());
    return code;
  }

  /**
   * An operator's word is final, so it must not go to the wrong root, or be about another Kafka.
   */
  private static LogEntry.Created requireRoot(LandingState state, DatasetConfig dataset) {
    LogEntry.Created created =
        state
            .created()
            .orElseThrow(
                () ->
                    new IllegalEntryException(
                        "There is no landing log in "
                            + dataset.root()
                            + ": nothing was landed yet."));
    Roots.check(created, dataset.name(), dataset.granularity());
    return created;
  }

  private static void requireCluster(LogEntry.Created created, KafkaTopics topics) {
    String cluster = topics.clusterId();
    if (!created.kafkaCluster().equals(cluster)) {
      throw new IllegalEntryException(
          "The root belongs to the Kafka cluster "
              + created.kafkaCluster()
              + ", but 'kafka.bootstrap.servers' leads to "
              + cluster
              + ". Nothing was changed.");
    }
  }

  private void requireRead(LandingState state, DatasetConfig dataset) {
    if (state.topicId(topic()).isPresent()) {
      return;
    }
    String read =
        state.topics().values().stream()
            .filter(t -> !t.retired())
            .map(t -> "'" + t.name() + "'")
            .sorted()
            .collect(Collectors.joining(", "));
    throw new UsageException(
        "Dataset '"
            + dataset.name()
            + "' reads no topic '"
            + topic()
            + "'; it reads "
            + (read.isEmpty() ? "none yet" : read)
            + ".");
  }

  /** What the user wrote makes no sense; the message says what would. */
  static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  /**
   * The name of the topic that it is about.
   *
   * @throws UsageException if what the user wrote names none
   */
  abstract String topic();

  /** What a command needs to say its word. */
  record Word(Journal journal, KafkaTopics topics, String reason) {
    void append(Function<LandingState, LogEntry> entry) {
      journal.append(state -> Optional.of(entry.apply(state)));
    }
  }

  /**
   * Appends the entry, and tells what was said.
   *
   * @throws IllegalEntryException if the state does not allow it
   */
  abstract String say(Word word);
}
