package dev.tidemark.ingest.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Roots;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is told without Kafka, for it makes no sense whatever Kafka says. */
class TopicCommandTest {
  @TempDir private Path root;
  private final StringWriter err = new StringWriter();
  private Journal journal;

  @BeforeEach
  void aRootThatReadsTwoTopics() {
    journal = Journal.of(FileSystems.open(root.toUri()), Clock.systemUTC(), "test");
    Roots.createOrCheck(journal, "events", Granularity.HOUR, "cluster");
    for (String topic : List.of("views", "clicks", "old")) {
      append(new LogEntry.TopicAdded(topic, "id-" + topic, new TreeMap<>()));
    }
    append(new LogEntry.TopicRetired("id-old", "gone"));
  }

  private void append(LogEntry entry) {
    journal.append(state -> Optional.of(entry));
  }

  private int run(TopicCommand command, String... arguments) {
    return new CommandLine(command).setErr(new PrintWriter(err, true)).execute(arguments);
  }

  private ConfigSource config() {
    String yaml =
        """
        kafka: {bootstrap.servers: "127.0.0.1:1"}
        datasets:
        - {name: events, root: "%s", topics: [views, clicks]}
        """
            .formatted(root.toUri());
    return () -> ConfigFile.parse(yaml, "test.yaml", Map.of(), List.of());
  }

  @Test
  void a_topic_that_is_not_read_is_wrong_usage_and_those_that_are_read_are_named() {
    long version = journal.refresh().version();
    assertThat(run(new ResetTopicCommand(config()), "nope")).isEqualTo(2);
    assertThat(run(new RetireTopicCommand(config()), "nope")).isEqualTo(2);
    assertThat(run(new GapCommand(config()), "nope-0", "3", "7")).isEqualTo(2);
    assertThat(err.toString().lines())
        .hasSize(3)
        .containsOnly("Dataset 'events' reads no topic 'nope'; it reads 'clicks', 'views'.");
    assertThat(run(new RetireTopicCommand(config()), "old")).isEqualTo(2);
    assertThat(journal.refresh().version()).isEqualTo(version);
  }

  @Test
  void a_gap_that_is_not_written_as_one_is_wrong_usage() {
    assertThat(run(new GapCommand(config()), "views", "3", "7")).isEqualTo(2);
    assertThat(run(new GapCommand(config()), "views-0", "7", "7")).isEqualTo(2);
    assertThat(err.toString()).contains("TOPIC-PARTITION FROM UNTIL");
  }
}
