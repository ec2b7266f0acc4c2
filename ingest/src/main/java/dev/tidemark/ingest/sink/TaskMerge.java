package dev.tidemark.ingest.sink;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.LogEntry;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Puts together what the tasks of a micro-batch report; several may have read one topic-partition.
 */
record TaskMerge(UnaryOperator<String> topicId) {

  static Set<String> topics(Collection<TaskCommit> tasks) {
    Set<String> topics = new TreeSet<>();
    tasks.forEach(t -> t.spans().forEach(s -> topics.add(s.topic())));
    return topics;
  }

  List<LogEntry.Span> spans(Collection<TaskCommit> tasks) {
    TreeMap<TopicPartition, LogEntry.Span> merged = new TreeMap<>();
    for (TaskCommit task : tasks) {
      for (TaskCommit.ReadSpan s : task.spans()) {
        TopicPartition source = new TopicPartition(topicId.apply(s.topic()), s.partition());
        LogEntry.Span span =
            new LogEntry.Span(
                source,
                s.from(),
                s.until(),
                s.rows(),
                s.nulls(),
                s.ignoredTimes(),
                time(s.maxTime()));
        merged.merge(source, span, TaskMerge::join);
      }
    }
    return List.copyOf(merged.values());
  }

  LandedFile landedFile(TaskCommit.WrittenFile file, GenerationId generation) {
    return new LandedFile(
        file.name(),
        generation,
        file.rows(),
        file.bytes(),
        new TopicPartition(topicId.apply(file.topic()), file.partition()),
        file.offsets(),
        time(file.minTime()),
        time(file.maxTime()));
  }

  private static LogEntry.Span join(LogEntry.Span a, LogEntry.Span b) {
    return new LogEntry.Span(
        a.source(),
        Math.min(a.from(), b.from()),
        Math.max(a.until(), b.until()),
        a.rows() + b.rows(),
        a.nulls() + b.nulls(),
        a.ignoredTimes() + b.ignoredTimes(),
        a.maxTime().isEmpty() || b.maxTime().filter(t -> t.isAfter(a.maxTime().get())).isPresent()
            ? b.maxTime()
            : a.maxTime());
  }

  private static Optional<Instant> time(long millis) {
    return millis == TaskCommit.NO_TIME
        ? Optional.empty()
        : Optional.of(Instant.ofEpochMilli(millis));
  }
}
