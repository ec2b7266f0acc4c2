package dev.tidemark.landing.commit;

import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.SourceState;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;

/** Says how far the watermark may go. The result is never before {@code current}. */
@FunctionalInterface
public interface WatermarkRule {
  /** Leaves the watermark where it is. */
  WatermarkRule UNKNOWN = (current, sources) -> current;

  /**
   * The next watermark.
   *
   * @param current absent as long as some topic-partition had none
   * @param sources as they are once the entry that carries the watermark is appended
   */
  Optional<Instant> next(Optional<Instant> current, SortedMap<TopicPartition, SourceState> sources);
}
