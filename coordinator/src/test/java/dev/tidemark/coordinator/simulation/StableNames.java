package dev.tidemark.coordinator.simulation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Gives what one life of an actor draws at random (UUIDs) names by order, so that a schedule runs
 * the same way each time: on the way to the shared file system its own random names become stable
 * ones, on the way back they become what it knows them by.
 */
final class StableNames {
  private static final int LENGTH = 36;
  private static final int VERSION_AT = 14;

  private final String prefix;
  private final Map<String, String> outward = new HashMap<>();
  private final Map<String, String> inward = new HashMap<>();

  /**
   * Names of one life.
   *
   * @param life number of the life, unique in a simulation
   */
  StableNames(int life) {
    this.prefix = String.format(Locale.ROOT, "%08x-0000-0000-0000-", life);
  }

  String outward(String text) {
    return replace(text, '4');
  }

  byte[] outward(byte[] contents) {
    return outward(new String(contents, ISO_8859_1)).getBytes(ISO_8859_1);
  }

  String inward(String text) {
    return replace(text, '0');
  }

  byte[] inward(byte[] contents) {
    return inward(new String(contents, ISO_8859_1)).getBytes(ISO_8859_1);
  }

  /** Random UUIDs are of version 4; the stable ones are of a version that does not exist. */
  private String replace(String text, char version) {
    StringBuilder replaced = null;
    int copied = 0;
    int dash = text.indexOf('-');
    while (dash >= 0) {
      int start = dash - 8;
      if (start >= copied && isId(text, start, version)) {
        replaced = replaced == null ? new StringBuilder(text.length()) : replaced;
        replaced.append(text, copied, start);
        String id = text.substring(start, start + LENGTH);
        replaced.append(version == '4' ? stable(id) : inward.getOrDefault(id, id));
        copied = start + LENGTH;
        dash = text.indexOf('-', copied);
      } else {
        dash = text.indexOf('-', dash + 1);
      }
    }
    return replaced == null ? text : replaced.append(text, copied, text.length()).toString();
  }

  private static boolean isId(String text, int start, char version) {
    return start + LENGTH <= text.length()
        && text.charAt(start + VERSION_AT) == version
        && text.charAt(start + 13) == '-'
        && text.charAt(start + 18) == '-'
        && text.charAt(start + 23) == '-';
  }

  private String stable(String random) {
    String known = outward.get(random);
    if (known == null) {
      String number = Integer.toString(outward.size());
      known = prefix + "000000000000".substring(number.length()) + number;
      outward.put(random, known);
      inward.put(known, random);
    }
    return known;
  }
}
