package dev.tidemark.ingest.sink;

import java.io.Serializable;

/**
 * Records that were not placed by the time inside them.
 *
 * @param unreadable there is none at the path, or it cannot be understood
 * @param outOfBounds it is too far from the moment of landing
 * @param overCap it would have opened one partition too many
 */
public record EventTimeCounts(long unreadable, long outOfBounds, long overCap)
    implements Serializable {
  static final EventTimeCounts NONE = new EventTimeCounts(0, 0, 0);

  EventTimeCounts plus(EventTimeCounts more) {
    return new EventTimeCounts(
        unreadable + more.unreadable, outOfBounds + more.outOfBounds, overCap + more.overCap);
  }

  public long total() {
    return unreadable + outOfBounds + overCap;
  }
}
