package dev.tidemark.landing;

import java.io.Serializable;

/** Kafka offsets {@code [from, until)}. */
public record OffsetRange(long from, long until) implements Serializable {
  public OffsetRange {
    if (from < 0 || until < from) {
      throw new IllegalArgumentException("Not a range of offsets: [" + from + ", " + until + ")");
    }
  }

  public long length() {
    return until - from;
  }

  /** Part of a manifest's hash, so its form may never change. */
  @Override
  public String toString() {
    return "[" + from + ", " + until + ")";
  }
}
