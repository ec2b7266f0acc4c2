package dev.tidemark.bench.collector;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;

/**
 * Just as much of HTTP/1.1 as it takes to see where a response ends and what its status is; a real
 * parser would take the processor from the server that is measured.
 */
final class Response {
  /** What {@link #end} says of a response that is not all there. */
  static final int INCOMPLETE = -1;

  private static final String LENGTH = "content-length:";
  private static final String CHUNKED = "transfer-encoding:";

  private Response() {}

  static int status(byte[] bytes) {
    return (bytes[9] - '0') * 100 + (bytes[10] - '0') * 10 + bytes[11] - '0';
  }

  /** Where the response at the beginning ends. */
  static int end(byte[] bytes, int size) throws IOException {
    int line = 0;
    int length = 0;
    boolean chunked = false;
    for (int i = 1; i < size; i++) {
      if (bytes[i] != '\n') {
        continue;
      }
      if (i - line <= 1) {
        int from = i + 1;
        return chunked
            ? endOfChunks(bytes, from, size)
            : from + length <= size ? from + length : INCOMPLETE;
      }
      if (begins(bytes, line, i, LENGTH)) {
        length = number(bytes, line + LENGTH.length(), i);
      } else if (begins(bytes, line, i, CHUNKED)) {
        chunked = true;
      }
      line = i + 1;
    }
    return INCOMPLETE;
  }

  private static boolean begins(byte[] bytes, int from, int to, String name) {
    if (to - from < name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      int b = bytes[from + i];
      if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int number(byte[] bytes, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      if (bytes[i] >= '0' && bytes[i] <= '9') {
        number = number * 10 + bytes[i] - '0';
      }
    }
    return number;
  }

  private static int endOfChunks(byte[] bytes, int from, int size) throws IOException {
    int at = from;
    while (true) {
      int line = at;
      while (line < size && bytes[line] != '\n') {
        line++;
      }
      if (line >= size) {
        return INCOMPLETE;
      }
      int length;
      try {
        length = Integer.parseInt(new String(bytes, at, line - at, US_ASCII).trim(), 16);
      } catch (NumberFormatException e) {
        throw new IOException("A chunk without a length", e);
      }
      at = line + 1 + length + 2;
      if (at > size) {
        return INCOMPLETE;
      }
      if (length == 0) {
        return at;
      }
    }
  }
}
