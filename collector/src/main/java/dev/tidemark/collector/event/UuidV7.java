package dev.tidemark.collector.event;

import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Ids that sort by time (RFC 9562, section 5.7). Within a millisecond the random part counts up
 * (section 6.2, method 2), which keeps the order and asks for randomness once a millisecond; a
 * clock that steps back does not take the ids with it.
 */
public final class UuidV7 {
  private static final long VERSION = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long LOW_62_BITS = 0x3FFF_FFFF_FFFF_FFFFL;

  private final RandomGenerator random;
  private long millisecond = -1;
  private long high12;
  private long low62;

  public UuidV7(RandomGenerator random) {
    this.random = random;
  }

  /**
   * The next id.
   *
   * @param now milliseconds since the epoch
   */
  public synchronized UUID next(long now) {
    if (now > millisecond) {
      millisecond = now;
      high12 = random.nextLong() & 0xFFF;
      low62 = random.nextLong() & LOW_62_BITS;
    } else if (low62 == LOW_62_BITS) {
      millisecond++;
      low62 = 0;
    } else {
      low62++;
    }
    return new UUID(millisecond << 16 | VERSION | high12, VARIANT | low62);
  }
}
