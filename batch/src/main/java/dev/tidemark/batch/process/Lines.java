package dev.tidemark.batch.process;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * The lines of a file as bytes. Only 0x0A ends a line: a carriage return or U+2028 is part of one.
 * Bytes after the last line end are a line too.
 */
final class Lines implements Closeable {
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
      while (at < filled && buffer[at] != '\n') {
        at++;
      }
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
