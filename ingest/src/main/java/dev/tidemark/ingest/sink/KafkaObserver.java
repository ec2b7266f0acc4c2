package dev.tidemark.ingest.sink;

import dev.tidemark.ingest.watermark.KafkaTopics;
import dev.tidemark.ingest.watermark.LeastProgress;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.commit.WatermarkRule;
import dev.tidemark.landing.log.LandingState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at Kafka to find how far the watermark may go. */
record KafkaObserver(KafkaTopics kafka, Duration delay, Settling settling) {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaObserver.class);

  /**
   * What was seen.
   *
   * @param ends end offsets, none if Kafka did not answer
   * @param rule holds the watermark still if Kafka did not answer, or does so again only since a
   *     short while
   */
  record Observation(Map<TopicPartition, Long> ends, WatermarkRule rule) {}

  /**
   * Looks at every topic that is read.
   *
   * @throws LandingException.NeedsOperator if one was created anew, or is gone
   */
  Observation observe(LandingState state) {
    List<String> topics =
        state.topics().values().stream()
            .filter(t -> !t.retired())
            .map(LandingState.Topic::name)
            .toList();
    KafkaTopics.Positions positions;
    try {
      positions = kafka.positions(topics);
    } catch (LandingException.Unavailable e) {
      if (settling.begin()) {
        LOG.warn("{} The watermark stays at {}.", e.getMessage(), state.watermark().orElse(null));
      }
      return new Observation(Map.of(), WatermarkRule.UNKNOWN);
    }
    positions
        .ids()
        .forEach((name, id) -> StartCheck.requireSameTopic(name, state.topicId(name).get(), id));
    Map<TopicPartition, Long> ends = new HashMap<>();
    positions
        .ends()
        .forEach(
            (tp, end) ->
                ends.put(new TopicPartition(positions.ids().get(tp.topic()), tp.partition()), end));
    return new Observation(
        ends,
        settling.isOver(positions.askedAt())
            ? new LeastProgress(ends, positions.askedAt(), delay)
            : WatermarkRule.UNKNOWN);
  }
}
