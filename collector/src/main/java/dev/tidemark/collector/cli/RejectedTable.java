package dev.tidemark.collector.cli;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Lines of at most 80 characters: a group of rejected events in one, and its last reason below. */
final class RejectedTable {
  private static final int CODE = 14;
  private static final int SOURCE = 16;
  private static final int REASON = 78;
  private static final String ROW = "%-" + CODE + "s %-" + SOURCE + "s %8s  %-17s  %s%n";
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private RejectedTable() {}

  static String heading() {
    return String.format(Locale.ROOT, ROW, "CODE", "SOURCE", "EVENTS", "FIRST", "LAST");
  }

  static String group(
      String code, String source, long events, Instant first, Instant last, String reason) {
    return String.format(
            Locale.ROOT,
            ROW,
            cut(code, CODE),
            cut(source, SOURCE),
            events,
            MINUTE.format(first),
            MINUTE.format(last))
        + String.format("  %s%n", cut(reason, REASON));
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }
}
