package dev.tidemark.coordinator.simulation;

import java.util.ArrayList;
import java.util.List;

/** What was done, operation by operation; written out only for a schedule that failed. */
final class Trace {
  private static final int LONGEST = 160;

  private record Line(int step, String actor, Access access, Object result) {
    @Override
    public String toString() {
      String text = result instanceof byte[] b ? b.length + " bytes" : String.valueOf(result);
      return step
          + "  "
          + actor
          + "  "
          + shortened(access.toString())
          + (text.isEmpty() ? "" : "  = ")
          + shortened(text);
    }
  }

  private final List<Line> lines = new ArrayList<>();

  void add(int step, String actor, Access access, Object result) {
    lines.add(new Line(step, actor, access, result));
  }

  private static String shortened(String text) {
    String ids =
        text.replaceAll("-0000-0000-0000-0*(?=\\d)", "-").replaceAll("\\b0{4,}(?=\\d)", "");
    return ids.length() <= LONGEST ? ids : ids.substring(0, LONGEST) + "…";
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
  }
}
