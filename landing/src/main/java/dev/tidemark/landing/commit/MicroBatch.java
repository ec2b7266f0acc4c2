package dev.tidemark.landing.commit;

import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.LogEntry;
import java.util.List;
import java.util.Map;

/**
 * What a stream read and wrote in one go. Its files stand in {@code raw/.inflight/<run>/<epoch>/};
 * the number of their generations does not matter, for where they go is decided when they are
 * landed.
 *
 * @param spans one a topic-partition, each from the landed offset that the tasks were given
 * @param ends end offsets known, by topic-partition
 */
public record MicroBatch(
    String run,
    long epoch,
    List<LogEntry.Span> spans,
    List<LandedFile> files,
    Map<TopicPartition, Long> ends) {

  public MicroBatch {
    spans = spans.stream().filter(s -> s.until() > s.from()).toList();
    files = List.copyOf(files);
    ends = Map.copyOf(ends);
  }
}
