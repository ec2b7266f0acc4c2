package dev.tidemark.coordinator.operations;

/** Why somebody asks for something: one line, for the landing log. */
public final class Reason {
  public static final int LONGEST = 500;

  private Reason() {}

  /**
   * A reason as it goes into the log.
   *
   * @throws IllegalArgumentException if it is none, saying what is expected
   */
  public static String of(String text) {
    String reason = text.strip();
    if (reason.isEmpty()) {
      throw new IllegalArgumentException("'reason' is required; it goes into the landing log.");
    }
    if (reason.length() > LONGEST) {
      throw new IllegalArgumentException(
          "'reason' must be at most " + LONGEST + " characters. It has " + reason.length() + ".");
    }
    if (reason.codePoints().anyMatch(Reason::isInvisible)) {
      throw new IllegalArgumentException("'reason' must be one line without control characters.");
    }
    return reason;
  }

  private static boolean isInvisible(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
