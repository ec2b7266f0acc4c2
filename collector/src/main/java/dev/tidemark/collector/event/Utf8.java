package dev.tidemark.collector.event;

/**
 * Well-formed UTF-8 byte sequences, table 3-7 of the Unicode standard: no overlong forms, no
 * surrogates, nothing above U+10FFFF.
 */
final class Utf8 {
  private Utf8() {}

  /**
   * The length of the sequence that starts at {@code at} with a byte that is not ASCII; 0 if it is
   * not well-formed or is cut off by {@code end}.
   */
  static int sequenceLength(byte[] bytes, int at, int end) {
    int lead = bytes[at] & 0xFF;
    int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || at + length > end) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  /** The greatest end not above {@code end} that does not cut a sequence of well-formed text. */
  static int wholeEnd(byte[] bytes, int end) {
    int at = end;
    while (at > 0 && at < bytes.length && (bytes[at] & 0xC0) == 0x80) {
      at--;
    }
    return at;
  }
}
