package dev.tidemark.ingest.sink;

import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Says in numbers, by the names of topics, what an entry of the log brought. */
record LandedCounts(LandingState state) {

  Collection<LandingListener.Landed> of(LogEntry entry) {
    Map<String, LandingListener.Landed> byTopic = new TreeMap<>();
    spans(entry).forEach(s -> add(byTopic, s.source(), 0, 0, 0, s.nulls(), s.ignoredTimes()));
    if (entry instanceof LogEntry.Land land) {
      for (LandedFile f : land.files()) {
        long late = f.generation().isLate() ? f.rows() : 0;
        add(byTopic, f.source(), f.rows(), f.bytes(), late, 0, 0);
      }
    }
    return byTopic.values();
  }

  /** Offsets that are not landed, of end offsets by topic id. */
  Map<org.apache.kafka.common.TopicPartition, Long> lag(Map<TopicPartition, Long> ends) {
    Map<org.apache.kafka.common.TopicPartition, Long> lag = new HashMap<>();
    ends.forEach(
        (source, end) ->
            lag.put(
                new org.apache.kafka.common.TopicPartition(name(source), source.partition()),
                Math.max(0, end - state.landed(source))));
    return lag;
  }

  private static List<LogEntry.Span> spans(LogEntry entry) {
    return entry instanceof LogEntry.Land land
        ? land.spans()
        : entry instanceof LogEntry.Progress progress ? progress.spans() : List.of();
  }

  private void add(
      Map<String, LandingListener.Landed> byTopic,
      TopicPartition source,
      long rows,
      long bytes,
      long lateRows,
      long nulls,
      long ignoredTimes) {
    byTopic.merge(
        name(source),
        new LandingListener.Landed(name(source), rows, bytes, lateRows, nulls, ignoredTimes),
        (a, b) ->
            new LandingListener.Landed(
                a.topic(),
                a.rows() + b.rows(),
                a.bytes() + b.bytes(),
                a.lateRows() + b.lateRows(),
                a.nulls() + b.nulls(),
                a.ignoredTimes() + b.ignoredTimes()));
  }

  private String name(TopicPartition source) {
    LandingState.Topic topic = state.topics().get(source.topicId());
    return topic == null ? source.topicId() : topic.name();
  }
}
