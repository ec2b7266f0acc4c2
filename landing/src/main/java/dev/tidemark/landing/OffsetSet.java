package dev.tidemark.landing;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Offsets of one topic-partition, as ranges that are joined where they meet. */
public final class OffsetSet {
  private final TreeMap<Long, Long> ranges = new TreeMap<>();
  private long size;

  /**
   * Adds a range.
   *
   * @return an offset that was in the set already, if one was; the others are added all the same
   */
  public Optional<Long> add(OffsetRange range) {
    Map.Entry<Long, Long> before = ranges.floorEntry(range.from());
    Map.Entry<Long, Long> after = ranges.higherEntry(range.from());
    if (before != null && before.getValue() > range.from()) {
      return Optional.of(range.from());
    }
    if (after != null && after.getKey() < range.until()) {
      return Optional.of(after.getKey());
    }
    size += range.length();
    long from = range.from();
    long until = range.until();
    if (before != null && before.getValue() == from) {
      from = before.getKey();
    }
    if (after != null && after.getKey() == until) {
      until = after.getValue();
      ranges.remove(after.getKey());
    }
    ranges.put(from, until);
    return Optional.empty();
  }

  /** The number of offsets. */
  public long size() {
    return size;
  }

  /** From the least offset to the greatest; none for an empty set. */
  public Optional<OffsetRange> span() {
    return ranges.isEmpty()
        ? Optional.empty()
        : Optional.of(new OffsetRange(ranges.firstKey(), ranges.lastEntry().getValue()));
  }

  /** The ranges, in order; no two of them meet. */
  public List<OffsetRange> ranges() {
    return ranges.entrySet().stream().map(r -> new OffsetRange(r.getKey(), r.getValue())).toList();
  }
}
