package dev.tidemark.collector.event;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of JSON in UTF-8, put together piece by piece; the caller minds commas and brackets. */
public final class JsonBuffer {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes;
  private int size;

  public JsonBuffer(int expected) {
    bytes = new byte[Math.max(16, expected)];
  }

  /** Appends text that is JSON already and ASCII. */
  public JsonBuffer raw(String ascii) {
    byte[] piece = ascii.getBytes(StandardCharsets.US_ASCII);
    return raw(piece, 0, piece.length);
  }

  JsonBuffer raw(byte[] piece) {
    return raw(piece, 0, piece.length);
  }

  public JsonBuffer raw(byte[] piece, int from, int to) {
    reserve(to - from);
    System.arraycopy(piece, from, bytes, size, to - from);
    size += to - from;
    return this;
  }

  /**
   * Appends a string with its quotes. A surrogate without its partner has no UTF-8 form and is
   * written as an escape, so that two texts that differ stay different.
   */
  public JsonBuffer string(String text) {
    reserve(text.length() + 2);
    put('"');
    for (int i = plain(text); i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        put('\\');
        put(c);
      } else if (c < ' ') {
        unicodeEscape(c);
      } else if (c < 0x80) {
        put(c);
      } else if (!Character.isSurrogate(c)) {
        encoded(text.substring(i, i + 1));
      } else if (i + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(i + 1))) {
        encoded(text.substring(i, i + 2));
        i++;
      } else {
        unicodeEscape(c);
      }
    }
    put('"');
    return this;
  }

  /** Appends the beginning of a text that stands for itself, mostly all of it. */
  private int plain(String text) {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c < ' ' || c >= 0x80 || c == '"' || c == '\\') {
        break;
      }
      bytes[size + at] = (byte) c;
      at++;
    }
    size += at;
    return at;
  }

  /** What has been appended; what is appended afterwards does not change it. */
  public byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  private void encoded(String character) {
    byte[] piece = character.getBytes(StandardCharsets.UTF_8);
    raw(piece, 0, piece.length);
  }

  private void unicodeEscape(char c) {
    raw("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      put(HEX[(c >> shift) & 0xF]);
    }
  }

  private void put(int b) {
    reserve(1);
    bytes[size++] = (byte) b;
  }

  private void reserve(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
    }
  }
}
