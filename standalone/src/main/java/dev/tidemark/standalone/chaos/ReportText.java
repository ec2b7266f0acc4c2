package dev.tidemark.standalone.chaos;

import dev.tidemark.coordinator.cli.TextTable;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** A report for a terminal of 80 columns. */
final class ReportText {
  private ReportText() {}

  static String of(Report r) {
    StringBuilder text = new StringBuilder();
    TextTable faults = new TextTable("FAULT", "TIMES", "NOT MADE", "MEDIAN", "WORST", "BACK WHEN");
    for (Recovered f : r.faults()) {
      faults.row(
          f.kind(),
          f.times(),
          f.notMade(),
          seconds(f.median()),
          seconds(f.worst()),
          backWhen(f.kind().service()));
    }
    text.append(faults).append('\n');
    TextTable usage = new TextTable("PROCESS", "HEAP MB", "MEMORY MB", "OPEN FILES");
    r.usage().forEach(u -> usage.row(u.member(), u.heapMegabytes(), u.megabytes(), u.files()));
    text.append(usage).append('\n');
    Report.Counts c = r.counts();
    line(
        text,
        "%,d faults in %s, partitions by %s time, %d s in all",
        r.made(),
        r.faultsFor(),
        r.partitionTime().name().toLowerCase(Locale.ROOT),
        r.seconds());
    line(
        text,
        "%,d requests, %,d of them again; %,d not answered with 2xx",
        c.requests(),
        c.repeats(),
        c.failures());
    line(text, "%,d events acknowledged; %,d rejected", c.acknowledged(), c.rejected());
    line(text, "%,d rows in final, %,d lines in quarantine", c.published(), c.quarantined());
    line(
        text,
        "%,d partitions, %,d revisions, %,d late generations",
        c.partitions(),
        c.revisions(),
        c.restated());
    if (c.retried() > 0) {
      line(text, "%,d hours had to be tried again by an operator", c.retried());
    }
    if (!r.ended().isEmpty()) {
      line(text, "ended by themselves and were started again: " + Report.inWords(r.ended()));
    }
    r.leftovers().forEach(l -> line(text, "%s: %,d files left", l.area(), l.files()));
    text.append('\n');
    r.findings().forEach(f -> line(text, "WRONG: " + f));
    line(
        text,
        r.holds()
            ? "Everything held: nothing lost, nothing twice, nothing stuck. Seed " + r.seed() + "."
            : r.findings().size() + " findings. Seed " + r.seed() + ".");
    if (!r.directory().isEmpty()) {
      line(text, "Logs  " + r.directory());
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
        .append('\n');
  }

  private static String seconds(Optional<Duration> d) {
    return d.map(x -> String.format(Locale.ROOT, "%.1f s", x.toMillis() / 1000.0)).orElse("-");
  }

  private static String backWhen(Service service) {
    return switch (service) {
      case ACCEPTING -> "events accepted";
      case LANDING -> "records land";
      case COORDINATING -> "it is well";
      case NONE -> "-";
    };
  }
}
