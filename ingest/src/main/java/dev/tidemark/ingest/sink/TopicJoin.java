package dev.tidemark.ingest.sink;

import dev.tidemark.ingest.watermark.KafkaTopics;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Enters topics into the log when they are first read, and holds them to it afterwards. */
record TopicJoin(Journal journal, KafkaTopics kafka) {

  /** See {@link LandingSink#join}. */
  Map<TopicPartition, Long> join(Collection<String> topics) {
    KafkaTopics.Positions positions = kafka.positions(topics);
    topics.forEach(topic -> join(topic, positions));
    LandingState state = journal.refresh();
    List<StartCheck.Problem> problems = StartCheck.problems(state, positions);
    if (!problems.isEmpty()) {
      throw new LandingException.NeedsOperator(
          problems.stream().map(StartCheck.Problem::toString).collect(Collectors.joining("\n")));
    }
    return positions.begins().keySet().stream()
        .collect(Collectors.toMap(tp -> tp, tp -> StartCheck.landed(state, positions, tp)));
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
