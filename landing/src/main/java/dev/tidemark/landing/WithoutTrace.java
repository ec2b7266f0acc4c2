package dev.tidemark.landing;

import java.util.List;

/**
 * What an exception says, for people. The message of one that was thrown in another process, a
 * NameNode or a Spark task, holds that process's stack trace, which tells a reader nothing and
 * stands in the middle of whatever sentence the message has become a part of.
 */
public final class WithoutTrace {
  private static final String FRAME = "\tat ";
  private static final List<String> BETWEEN_FRAMES =
      List.of("\t... ", "\tSuppressed: ", "Caused by: ", "Driver stacktrace:");

  private WithoutTrace() {}

  /** Its message, or its class where it has none. */
  public static String of(Throwable error) {
    String message = error.getMessage();
    return message == null || message.isBlank() ? error.getClass().getSimpleName() : of(message);
  }

  /** A message, or any text with one in it; null stays null. */
  public static String of(String message) {
    // Nearly all have none.
    if (message == null || !message.contains(FRAME)) {
      return message;
    }
    StringBuilder told = new StringBuilder();
    boolean inTrace = false;
    for (String line : message.lines().toList()) {
      if (line.startsWith(FRAME)
          || (inTrace && BETWEEN_FRAMES.stream().anyMatch(line::startsWith))) {
        inTrace = true;
        told.append(afterFrame(line));
      } else {
        told.append(told.isEmpty() || (inTrace && goesOn(line)) ? "" : "\n").append(line);
        inTrace = false;
      }
    }
    return told.toString();
  }

  /** The rest of the sentence, where it follows on the last frame's line. */
  private static String afterFrame(String line) {
    String rest = line.substring(line.indexOf(')') + 1);
    return line.startsWith(FRAME) && rest.length() < line.length() && goesOn(rest) ? rest : "";
  }

  private static boolean goesOn(String text) {
    return !text.isEmpty() && ".,;:)".indexOf(text.charAt(0)) >= 0;
  }
}
