package dev.tidemark.landing.log;

import java.time.Instant;
import java.util.Optional;

/**
 * How far one topic-partition has come.
 *
 * @param start the first offset that was promised
 * @param landed the next offset to read: every one before it is landed, passed over, or a recorded
 *     gap
 * @param end the end offset last seen, for those who ask about lag
 * @param rows lines landed from {@code start} on
 * @param nulls null values, which have no line
 * @param lost offsets given up as gaps; what then is missing between start and landed held no
 *     record
 * @param maxTime greatest record time landed that was not ignored
 */
public record SourceState(
    long start,
    long landed,
    long end,
    long rows,
    long nulls,
    long lost,
    Optional<Instant> maxTime) {
  static SourceState startingAt(long offset) {
    return new SourceState(offset, offset, offset, 0, 0, 0, Optional.empty());
  }

  SourceState after(LogEntry.Span span) {
    Optional<Instant> time =
        maxTime.isEmpty() || span.maxTime().filter(t -> t.isAfter(maxTime.get())).isPresent()
            ? span.maxTime()
            : maxTime;
    return new SourceState(
        start,
        span.until(),
        Math.max(end, span.until()),
        rows + span.rows(),
        nulls + span.nulls(),
        lost,
        time);
  }

  SourceState seeing(long newEnd) {
    return new SourceState(start, landed, Math.max(end, newEnd), rows, nulls, lost, maxTime);
  }

  SourceState losing(long offsets) {
    return new SourceState(start, landed, end, rows, nulls, lost + offsets, maxTime);
  }
}
