package dev.tidemark.coordinator.simulation;

import java.io.PrintWriter;
import java.io.StringWriter;

/** An error as text. */
final class Stack {
  private Stack() {}

  static String of(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
