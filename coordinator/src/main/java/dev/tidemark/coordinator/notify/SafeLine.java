package dev.tidemark.coordinator.notify;

/** What others say, fit for a line of a log. */
final class SafeLine {
  private static final int MOST = 200;

  private SafeLine() {}

  /** The last line that is not blank, shortened, after {@code before}; nothing if all are blank. */
  static String of(String before, String text) {
    String line = text.lines().filter(l -> !l.isBlank()).reduce((a, b) -> b).orElse("").strip();
    String plain = line.replaceAll("\\p{C}", "?");
    String shortened = plain.length() <= MOST ? plain : plain.substring(0, MOST) + "…";
    return shortened.isEmpty() ? "" : before + shortened;
  }
}
