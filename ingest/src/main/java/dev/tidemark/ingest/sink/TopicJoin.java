package dev.tidemark.ingest.sink;

import dev.tidemark.ingest.watermark.KafkaTopics;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Enters topics into the log when they are first read, and holds them to it afterwards. */
record TopicJoin(Journal journal, KafkaTopics kafka) {

  /** See {@link LandingSink#join}. */
  Map<org.apache.kafka.common.TopicPartition, Long> join(Collection<String> topics) {
    KafkaTopics.Positions positions = kafka.positions(topics);
    topics.forEach(topic -> join(topic, positions));
    LandingState state = journal.refresh();
    Map<org.apache.kafka.common.TopicPartition, Long> starts = new HashMap<>();
    positions
        .begins()
        .forEach(
            (tp, begin) -> {
              long landed =
                  state.landed(new TopicPartition(positions.ids().get(tp.topic()), tp.partition()));
              StartCheck.require(tp, landed, begin, positions.ends().get(tp));
              starts.put(tp, landed);
            });
    return starts;
  }

  /** Enters those that the log does not know, as a program does that only uses the sink. */
  void joinUnknown(Collection<String> topics) {
    LandingState state = journal.refresh();
    List<String> unknown = topics.stream().filter(t -> state.topicId(t).isEmpty()).toList();
    if (!unknown.isEmpty()) {
      join(unknown);
    }
  }

  private void join(String topic, KafkaTopics.Positions positions) {
    String id = positions.ids().get(topic);
    TreeMap<Integer, Long> starts = new TreeMap<>();
    positions
        .begins()
        .forEach(
            (tp, begin) -> {
              if (tp.topic().equals(topic) && begin > 0) {
                starts.put(tp.partition(), begin);
              }
            });
    journal.append(
        state -> {
          Optional<String> known = state.topicId(topic);
          if (known.isEmpty()) {
            return Optional.of(new LogEntry.TopicAdded(topic, id, starts));
          }
          StartCheck.requireSameTopic(topic, known.get(), id);
          return Optional.empty();
        });
  }
}
