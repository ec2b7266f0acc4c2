package dev.tidemark.ingest.watermark;

import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.commit.WatermarkRule;
import dev.tidemark.landing.log.SourceState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The watermark as the least of what each topic-partition allows. One that is caught up, an empty
 * one too, allows the clock as read before its end offset was asked for: whatever is written later
 * gets a later time. One that lags allows the greatest time landed from it. Both less the delay
 * that a record may take from its time stamp to Kafka. Spark's own watermark is the greatest over
 * all partitions, which one fast partition, or one wrong clock, would carry away.
 *
 * @param ends end offsets of every topic-partition that is read
 * @param askedAt the clock, read before the end offsets were asked for
 */
public record LeastProgress(Map<TopicPartition, Long> ends, Instant askedAt, Duration delay)
    implements WatermarkRule {

  public LeastProgress {
    ends = Map.copyOf(ends);
  }

  @Override
  public Optional<Instant> next(
      Optional<Instant> current, SortedMap<TopicPartition, SourceState> sources) {
    Instant least = Instant.MAX;
    for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
      Optional<Instant> allowed = allowed(sources.get(end.getKey()), end.getValue());
      if (allowed.isEmpty()) {
        return current;
      }
      least = least.isBefore(allowed.get()) ? least : allowed.get();
    }
    if (ends.isEmpty()) {
      return current;
    }
    Instant next = least.minus(delay);
    return current.filter(c -> c.isAfter(next)).or(() -> Optional.of(next));
  }

  private Optional<Instant> allowed(SourceState source, long end) {
    long landed = source == null ? 0 : source.landed();
    if (landed >= end) {
      return Optional.of(askedAt);
    }
    // A time ahead of the clock allows no more than the clock does.
    return source == null
        ? Optional.empty()
        : source.maxTime().map(t -> t.isAfter(askedAt) ? askedAt : t);
  }
}
