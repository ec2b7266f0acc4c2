package dev.tidemark.landing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Strings of JSON as bytes, for those who look at each byte of many events. */
public final class JsonStrings {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Times a byte: that byte in all eight places. */
  private static final long EACH = 0x0101_0101_0101_0101L;

  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  private JsonStrings() {}

  /**
   * Where a run of bytes ends that stand for themselves in a string: at a quote, a backslash, a
   * byte below a space or above ASCII, or at {@code end}.
   */
  public static int plainEnd(byte[] bytes, int from, int end) {
    int at = from;
    while (at <= end - Long.BYTES) {
      long special = special((long) EIGHT.get(bytes, at));
      if (special != 0) {
        return at + Long.numberOfTrailingZeros(special) / Byte.SIZE;
      }
      at += Long.BYTES;
    }
    while (at < end && bytes[at] >= ' ' && bytes[at] != '"' && bytes[at] != '\\') {
      at++;
    }
    return at;
  }

  /**
   * The highest bit of the first byte that is a quote, a backslash, below a space or not ASCII; 0
   * if none is. What a subtraction borrows falsifies only bytes behind that one.
   */
  private static long special(long eight) {
    long quote = eight ^ EACH * '"';
    long backslash = eight ^ EACH * '\\';
    return ((quote - EACH) | (backslash - EACH) | (eight - EACH * ' ') | eight) & HIGHEST_BITS;
  }
}
