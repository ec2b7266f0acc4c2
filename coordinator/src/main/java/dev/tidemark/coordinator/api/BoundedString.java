package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Text that others wrote, as it can be told: valid, and not too long. */
final class BoundedString {
  private BoundedString() {}

  /**
   * As much of it as fits, whole characters only.
   *
   * @param most bytes in UTF-8
   */
  static String of(String text, int most) {
    StringBuilder kept = new StringBuilder(Math.min(text.length(), most));
    int bytes = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      // Half a pair has no form in UTF-8.
      int valid = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xFFFD : c;
      bytes += Character.toString(valid).getBytes(UTF_8).length;
      if (bytes > most) {
        break;
      }
      kept.appendCodePoint(valid);
    }
    return kept.toString();
  }
}
