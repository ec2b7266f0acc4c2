package dev.tidemark.ingest.cli;

import dev.tidemark.landing.Counted;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.log.IllegalEntryException;
import dev.tidemark.landing.log.LogEntry;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Accepts that offsets are lost. */
@Command(
    name = "gap",
    mixinStandardHelpOptions = true,
    description = "Accepts that offsets are lost, so that reading goes on after them.",
    footer = {"", "Example: tidemark gap events-0 1200 1500"})
public final class GapCommand extends TopicCommand {
  private static final Pattern TOPIC_PARTITION = Pattern.compile("(.+)-(\\d{1,9})");

  @Parameters(index = "0", paramLabel = "TOPIC-PARTITION", description = "Such as events-0.")
  private String topicPartition;

  @Parameters(index = "1", paramLabel = "FROM", description = "The landed offset.")
  private long from;

  @Parameters(index = "2", paramLabel = "UNTIL", description = "The first offset to be read again.")
  private long until;

  public GapCommand(ConfigSource source) {
    super(source);
  }

  @Override
  String topic() {
    return written().group(1);
  }

  private Matcher written() {
    Matcher m = TOPIC_PARTITION.matcher(topicPartition);
    if (!m.matches() || until <= from) {
      throw new UsageException(
          "Write it as TOPIC-PARTITION FROM UNTIL, such as: events-0 1200 1500.");
    }
    return m;
  }

  @Override
  String say(Word word) {
    Matcher m = written();
    requireLost(
        word, new org.apache.kafka.common.TopicPartition(m.group(1), Integer.parseInt(m.group(2))));
    word.append(
        state -> {
          String id =
              state
                  .topicId(m.group(1))
                  .orElseThrow(
                      () -> new IllegalEntryException("Topic '" + m.group(1) + "' is not read."));
          TopicPartition source = new TopicPartition(id, Integer.parseInt(m.group(2)));
          return new LogEntry.Gap(source, from, until, word.reason());
        });
    return String.format(
        "%s: offsets [%d, %d) are given up: %s at most. Start ingest again.",
        topicPartition, from, until, Counted.of(until - from, "record"));
  }

  /** Records that Kafka still has are not given up. */
  private void requireLost(Word word, org.apache.kafka.common.TopicPartition tp) {
    Long begin = word.topics().positions(List.of(tp.topic())).begins().get(tp);
    if (begin == null || until > begin) {
      throw new IllegalEntryException(
          begin == null
              ? "Kafka has no partition " + tp + "."
              : tp
                  + ": Kafka still has the records from "
                  + begin
                  + " on; only offsets before that can be given up.");
    }
  }
}
