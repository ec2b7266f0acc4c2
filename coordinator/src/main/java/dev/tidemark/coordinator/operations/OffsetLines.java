package dev.tidemark.coordinator.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Lines of a file from one on, and where the next begins. */
final class OffsetLines implements AutoCloseable {
  private final InputStream in;
  private long offset;

  private OffsetLines(InputStream in, long offset) {
    this.in = in;
    this.offset = offset;
  }

  /**
   * From a line's first byte on; what is before it is passed over without being read, where the
   * file system can.
   *
   * @throws IllegalArgumentException if no line begins there
   */
  static OffsetLines from(InputStream file, long offset) throws IOException {
    try {
      if (offset > 0) {
        file.skipNBytes(offset - 1);
        if (file.read() != '\n') {
          throw QuarantineCursor.notOne(null);
        }
      }
      return new OffsetLines(new BufferedInputStream(file), offset);
    } catch (EOFException e) {
      file.close();
      throw QuarantineCursor.notOne(e);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** The next line, if there is one. */
  Optional<String> next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int read = in.read();
    if (read < 0) {
      return Optional.empty();
    }
    for (; read >= 0 && read != '\n'; read = in.read()) {
      line.write(read);
    }
    offset += line.size() + (read < 0 ? 0 : 1);
    return Optional.of(line.toString(UTF_8));
  }

  /** Where the next line begins. */
  long offset() {
    return offset;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
