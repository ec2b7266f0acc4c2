package dev.tidemark.batch.process;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Strict UTF-8: nothing is ever replaced by U+FFFD. */
final class Utf8 {
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

  /**
   * Refuses what a JSON parser would take for another encoding. UTF-16 and UTF-32, which Jackson
   * detects by itself, have zero bytes; JSON in UTF-8 has none.
   */
  static void check(byte[] line) throws RejectedLineException {
    if (text(line).isEmpty()) {
      throw new RejectedLineException("not valid UTF-8");
    }
    for (byte b : line) {
      if (b == 0) {
        throw new RejectedLineException("not valid JSON");
      }
    }
  }

  /** Whether every surrogate has its other half. */
  static boolean isText(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }
}
