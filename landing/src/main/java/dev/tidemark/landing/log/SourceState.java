package dev.tidemark.landing.log;

import dev.tidemark.landing.OffsetRange;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How far one topic-partition has come.
 *
 * @param start the first offset that was promised
 * @param landed the next offset to read: every one before it is landed, passed over, or a recorded
 *     gap
 * @param ahead offsets past {@code landed} that are landed all the same, in order; only after a
 *     repair of the log, and until reading has passed them
 * @param end the end offset last seen, for those who ask about lag
 * @param rows lines landed before {@code landed}
 * @param nulls null values, which have no line
 * @param lost offsets given up as gaps; what then is missing between start and landed held no
 *     record
 * @param maxTime greatest record time landed that was not ignored
 */
public record SourceState(
    long start,
    long landed,
    List<OffsetRange> ahead,
    long end,
    long rows,
    long nulls,
    long lost,
    Optional<Instant> maxTime) {

  public SourceState {
    ahead = List.copyOf(ahead);
  }

  static SourceState startingAt(long offset) {
    return new SourceState(offset, offset, List.of(), offset, 0, 0, 0, Optional.empty());
  }

  /** The least offset that is landed by no entry and no file. */
  public long reach() {
    return ahead.isEmpty() ? landed : Math.max(landed, ahead.get(ahead.size() - 1).until());
  }

  SourceState after(LogEntry.Span span) {
    Optional<Instant> time =
        maxTime.isEmpty() || span.maxTime().filter(t -> t.isAfter(maxTime.get())).isPresent()
            ? span.maxTime()
            : maxTime;
    long at = span.until();
    long passed = 0;
    int i = 0;
    for (; i < ahead.size() && ahead.get(i).from() <= at; i++) {
      at = Math.max(at, ahead.get(i).until());
      passed += ahead.get(i).length();
    }
    return new SourceState(
        start,
        at,
        ahead.subList(i, ahead.size()),
        Math.max(end, at),
        rows + span.rows() + passed,
        nulls + span.nulls(),
        lost,
        time);
  }

  SourceState seeing(long newEnd) {
    return new SourceState(start, landed, ahead, Math.max(end, newEnd), rows, nulls, lost, maxTime);
  }

  SourceState losing(long offsets) {
    return new SourceState(start, landed, ahead, end, rows, nulls, lost + offsets, maxTime);
  }
}
