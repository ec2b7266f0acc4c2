package dev.tidemark.standalone.cli;

import java.io.PrintWriter;

/**
 * One line that moves: rewritten in place on a terminal, printed anew when it changed, but not too
 * often, where output goes to a file.
 */
final class StatusLine {
  private static final long QUIET_NANOS = 5_000_000_000L;

  private final PrintWriter out;
  private final boolean terminal;
  private final long start = System.nanoTime();
  private String shown = "";
  private long shownAt = start - QUIET_NANOS;

  StatusLine(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  void show(String text) {
    String line = String.format("%4d s  %s", seconds(), text);
    if (terminal) {
      out.print("\r\033[K" + line);
      out.flush();
    } else if (!text.equals(shown) && System.nanoTime() - shownAt >= QUIET_NANOS) {
      out.println(line);
      out.flush();
      shownAt = System.nanoTime();
    } else {
      return;
    }
    shown = text;
  }

  /** Leaves a last text standing. */
  void end(String text) {
    out.println((terminal ? "\r\033[K" : "") + String.format("%4d s  %s", seconds(), text));
    out.flush();
  }

  private long seconds() {
    return (System.nanoTime() - start) / 1_000_000_000L;
  }
}
