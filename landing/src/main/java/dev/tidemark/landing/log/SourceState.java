package dev.tidemark.landing.log;

import java.time.Instant;
import java.util.Optional;

/**
 * How far one topic-partition has come.
 *
 * @param landed the next offset to read: every one before it is landed, passed over, or a recorded
 *     gap
 * @param end the end offset last seen, for those who ask about lag
 * @param maxTime greatest record time landed that was not ignored
 */
public record SourceState(long landed, long end, Optional<Instant> maxTime) {
  static SourceState startingAt(long offset) {
    return new SourceState(offset, offset, Optional.empty());
  }

  SourceState after(LogEntry.Span span) {
    Optional<Instant> time =
        maxTime.isEmpty() || span.maxTime().filter(t -> t.isAfter(maxTime.get())).isPresent()
            ? span.maxTime()
            : maxTime;
    return new SourceState(span.until(), Math.max(end, span.until()), time);
  }

  SourceState seeing(long newEnd) {
    return new SourceState(landed, Math.max(end, newEnd), maxTime);
  }
}
