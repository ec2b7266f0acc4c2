package dev.tidemark.ingest.cli;

import dev.tidemark.ingest.watermark.KafkaTopics;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.log.LogEntry;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Accepts that a topic was created anew. */
@Command(
    name = "reset",
    mixinStandardHelpOptions = true,
    description =
        "Says that a topic was created anew on purpose; it is read from its beginning. Stop ingest first.")
public final class ResetTopicCommand extends TopicCommand {
  @Parameters(paramLabel = "TOPIC", description = "Its name.")
  private String topic;

  public ResetTopicCommand(ConfigSource source) {
    super(source);
  }

  @Override
  String topic() {
    return topic;
  }

  @Override
  String say(Word word) {
    KafkaTopics.Positions positions = word.topics().positions(List.of(topic));
    TreeMap<Integer, Long> starts = new TreeMap<>();
    positions
        .begins()
        .forEach(
            (tp, begin) -> {
              if (begin > 0) {
                starts.put(tp.partition(), begin);
              }
            });
    String id = positions.ids().get(topic);
    word.append(state -> new LogEntry.TopicReset(topic, id, starts, word.reason()));
    return "Topic '" + topic + "' is now the one with id " + id + ". Start ingest again.";
  }
}
