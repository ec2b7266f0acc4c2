package dev.tidemark.coordinator.cli;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/**
 * What others sent, for a terminal: nothing in it moves the cursor, changes colours or hides a part
 * of it. It cannot be turned back; {@code -o json} is exact.
 */
final class SafeText {
  private SafeText() {}

  /** One line; control and format characters and halves of surrogate pairs as in Java's source. */
  static String of(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\n' -> safe.append("\\n");
                case '\r' -> safe.append("\\r");
                case '\t' -> safe.append("\\t");
                default -> append(safe, c);
              }
            });
    return safe.toString();
  }

  /** Likewise, of several lines. */
  static String lines(String text) {
    return text.lines().map(SafeText::of).collect(Collectors.joining(System.lineSeparator()));
  }

  private static void append(StringBuilder safe, int codePoint) {
    switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          new StringBuilder()
              .appendCodePoint(codePoint)
              .chars()
              .forEach(unit -> safe.append(String.format("\\u%04x", unit)));
      default -> safe.appendCodePoint(codePoint);
    }
  }

  /** Bytes that are no text: printable ASCII as it is, every other byte as {@code \xNN}. */
  static String of(byte[] bytes) {
    StringBuilder safe = new StringBuilder(bytes.length);
    for (char c : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
      safe.append(c >= ' ' && c < 0x7f ? String.valueOf(c) : String.format("\\x%02x", (int) c));
    }
    return safe.toString();
  }

  /** At most so many characters, the last of them an ellipsis where some are left out. */
  static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - 1;
    // Not through the middle of a surrogate pair.
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
  }
}
