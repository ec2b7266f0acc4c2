package dev.tidemark.ingest.cli;

import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.log.IllegalEntryException;
import dev.tidemark.landing.log.LogEntry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Takes a topic out of the watermark. */
@Command(
    name = "retire",
    mixinStandardHelpOptions = true,
    description =
        "Says that a topic is not read any more, so that it does not hold the watermark. Stop ingest first.")
public final class RetireTopicCommand extends TopicCommand {
  @Parameters(paramLabel = "TOPIC", description = "Its name.")
  private String topic;

  public RetireTopicCommand(ConfigSource source) {
    super(source);
  }

  @Override
  String topic() {
    return topic;
  }

  @Override
  String say(Word word) {
    word.append(
        state ->
            new LogEntry.TopicRetired(
                state
                    .topicId(topic)
                    .orElseThrow(
                        () -> new IllegalEntryException("Topic '" + topic + "' is not read.")),
                word.reason()));
    return "Topic '" + topic + "' is not read any more. Take it out of the configuration.";
  }
}
