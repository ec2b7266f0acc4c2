package dev.tidemark.batch.process;

import java.util.Arrays;

/** Copies valid JSON without insignificant white space. */
final class CompactJson {
  private CompactJson() {}

  static byte[] of(byte[] json) {
    byte[] out = new byte[json.length];
    int length = 0;
    boolean inString = false;
    for (int at = 0; at < json.length; at++) {
      byte b = json[at];
      if (!inString && isBlank(b)) {
        continue;
      }
      out[length++] = b;
      if (b == '"') {
        inString = !inString;
      } else if (b == '\\') {
        out[length++] = json[++at];
      }
    }
    return Arrays.copyOf(out, length);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\n';
  }
}
