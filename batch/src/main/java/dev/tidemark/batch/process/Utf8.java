package dev.tidemark.batch.process;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Strict UTF-8: nothing is ever replaced by U+FFFD. */
final class Utf8 {
  /** Length of the mark in bytes. */
  static final int BYTE_ORDER_MARK = 3;

  private Utf8() {}

  /** The text that the bytes are, if they are one. */
  static Optional<String> text(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** It says nothing in UTF-8, and RFC 8259 section 8.1 lets a reader ignore it. */
  static boolean startsWithByteOrderMark(byte[] bytes) {
    return bytes.length >= BYTE_ORDER_MARK
        && bytes[0] == (byte) 0xEF
        && bytes[1] == (byte) 0xBB
        && bytes[2] == (byte) 0xBF;
  }

  /** Whether every surrogate has its other half. */
  static boolean isText(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }
}
