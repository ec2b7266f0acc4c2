package dev.tidemark.batch.process;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * The lines of a file as bytes. Only 0x0A ends a line: a carriage return or U+2028 is part of one.
 * Bytes after the last line end are a line too.
 */
final class Lines implements Closeable {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Times a byte: that byte in all eight places. */
  private static final long EACH = 0x0101_0101_0101_0101L;

  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int filled;

  Lines(InputStream in) {
    this.in = in;
  }

  /** The next line without its end; empty at the end of the file. */
  Optional<byte[]> next() throws IOException {
    ByteArrayOutputStream begun = null;
    while (at < filled || fill()) {
      int start = at;
      at = lineEnd(buffer, at, filled);
      boolean ended = at < filled;
      if (ended && begun == null) {
        return Optional.of(Arrays.copyOfRange(buffer, start, at++));
      }
      if (begun == null) {
        begun = new ByteArrayOutputStream();
      }
      begun.write(buffer, start, at - start);
      if (ended) {
        at++;
        return Optional.of(begun.toByteArray());
      }
    }
    return Optional.ofNullable(begun).map(ByteArrayOutputStream::toByteArray);
  }

  /** Where the first line end stands, or {@code until}. */
  private static int lineEnd(byte[] bytes, int from, int until) {
    int at = from;
    while (at <= until - Long.BYTES) {
      long others = (long) EIGHT.get(bytes, at) ^ EACH * '\n';
      // The highest bit of the first byte that is zero, and perhaps of some behind it.
      long ends = (others - EACH) & ~others & HIGHEST_BITS;
      if (ends != 0) {
        return at + Long.numberOfTrailingZeros(ends) / Byte.SIZE;
      }
      at += Long.BYTES;
    }
    while (at < until && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  private boolean fill() throws IOException {
    at = 0;
    filled = Math.max(0, in.read(buffer));
    return filled > 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
