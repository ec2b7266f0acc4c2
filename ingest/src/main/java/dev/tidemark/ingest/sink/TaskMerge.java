package dev.tidemark.ingest.sink;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.LogEntry;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Puts together what the tasks of a micro-batch report; several may have read one topic-partition.
 *
 * @param topicId gives the id of a topic by its name
 */
record TaskMerge(UnaryOperator<String> topicId) {

  static Set<String> topics(Collection<TaskCommit> tasks) {
    Set<String> topics = new TreeSet<>();
    tasks.forEach(t -> t.spans().forEach(s -> topics.add(s.topic())));
    return topics;
  }

  /** What was read, by topic-partition. */
  SortedMap<TopicPartition, TaskCommit.ReadSpan> reads(Collection<TaskCommit> tasks) {
    SortedMap<TopicPartition, TaskCommit.ReadSpan> merged = new TreeMap<>();
    tasks.forEach(
        task ->
            task.spans()
                .forEach(s -> merged.merge(source(s.topic(), s.partition()), s, this::join)));
    return merged;
  }

  /**
   * The span to claim when the log is at {@code landed}. The log may have come further than the
   * tasks were told, over offsets that hold no record; as long as no record that was read is among
   * them, the span just begins there.
   */
  static LogEntry.Span span(TopicPartition source, TaskCommit.ReadSpan read, long landed) {
    boolean over = landed > read.from() && landed <= read.first();
    return new LogEntry.Span(
        source,
        over ? landed : read.from(),
        read.until(),
        read.rows(),
        read.nulls(),
        read.ignoredTimes(),
        time(read.maxTime()));
  }

  LandedFile landedFile(TaskCommit.WrittenFile file, GenerationId generation) {
    return new LandedFile(
        file.name(),
        generation,
        file.rows(),
        file.bytes(),
        source(file.topic(), file.partition()),
        file.offsets(),
        time(file.minTime()),
        time(file.maxTime()));
  }

  private TopicPartition source(String topic, int partition) {
    return new TopicPartition(topicId.apply(topic), partition);
  }

  private TaskCommit.ReadSpan join(TaskCommit.ReadSpan a, TaskCommit.ReadSpan b) {
    return new TaskCommit.ReadSpan(
        a.topic(),
        a.partition(),
        Math.min(a.from(), b.from()),
        Math.min(a.first(), b.first()),
        Math.max(a.until(), b.until()),
        a.rows() + b.rows(),
        a.nulls() + b.nulls(),
        a.ignoredTimes() + b.ignoredTimes(),
        // NO_TIME is less than every time.
        Math.max(a.maxTime(), b.maxTime()));
  }

  private static Optional<Instant> time(long millis) {
    return millis == TaskCommit.NO_TIME
        ? Optional.empty()
        : Optional.of(Instant.ofEpochMilli(millis));
  }
}
