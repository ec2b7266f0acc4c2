package dev.tidemark.collector.event;

import static dev.tidemark.collector.event.UnacceptableException.malformed;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bodies that are a form ({@code application/x-www-form-urlencoded}) with the JSON in its first
 * field, {@code data}, as some beacons send. They are known by their first bytes: no JSON begins
 * so.
 */
public final class FormData {
  private static final byte[] DATA = "data=".getBytes(StandardCharsets.US_ASCII);

  private FormData() {}

  /** Whether the body is such a form. */
  public static boolean isForm(byte[] body, int length) {
    return length >= DATA.length && Arrays.equals(body, 0, DATA.length, DATA, 0, DATA.length);
  }

  /**
   * Decodes the field in place, to the beginning of the array.
   *
   * @return its length
   */
  public static int decode(byte[] body, int length) throws UnacceptableException {
    int write = 0;
    for (int read = DATA.length; read < length && body[read] != '&'; read++) {
      byte b = body[read];
      if (b == '%') {
        int high = read + 2 < length ? Character.digit(body[read + 1], 16) : -1;
        int low = read + 2 < length ? Character.digit(body[read + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw malformed("a percent sign without two hexadecimal digits, at byte " + read);
        }
        body[write++] = (byte) (high << 4 | low);
        read += 2;
      } else {
        body[write++] = b == '+' ? (byte) ' ' : b;
      }
    }
    return write;
  }
}
