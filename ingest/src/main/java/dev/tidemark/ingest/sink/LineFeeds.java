package dev.tidemark.ingest.sink;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for line feeds 32 bytes at a time: every byte that is landed passes here. */
final class LineFeeds {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int STRIDE = 4 * Long.BYTES;
  private static final long LOW_BITS = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long PATTERN = '\n' * LOW_BITS;

  private LineFeeds() {}

  /** Makes every line feed of the range a space. */
  static void toSpaces(byte[] bytes, int start, int end) {
    int i = start;
    for (; i <= end - STRIDE; i += STRIDE) {
      long found =
          lineFeeds((long) WORDS.get(bytes, i))
              | lineFeeds((long) WORDS.get(bytes, i + 8))
              | lineFeeds((long) WORDS.get(bytes, i + 16))
              | lineFeeds((long) WORDS.get(bytes, i + 24));
      if (found != 0) {
        toSpacesOneByOne(bytes, i, i + STRIDE);
      }
    }
    toSpacesOneByOne(bytes, i, end);
  }

  /**
   * Not 0 if the word holds a line feed: a byte that is zero after the exclusive or is the only one
   * to borrow into its high bit.
   */
  private static long lineFeeds(long word) {
    long zeroWhereEqual = word ^ PATTERN;
    return (zeroWhereEqual - LOW_BITS) & ~zeroWhereEqual & HIGH_BITS;
  }

  private static void toSpacesOneByOne(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] == '\n') {
        bytes[i] = ' ';
      }
    }
  }
}
