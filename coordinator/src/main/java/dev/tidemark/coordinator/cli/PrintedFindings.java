package dev.tidemark.coordinator.cli;

import static java.util.stream.Collectors.joining;

import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.check.Finding.Severity;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** What was found, a line each with what to do below it, or as a JSON array. */
record PrintedFindings(List<Finding> findings) {

  String text() {
    String lines = findings.stream().map(PrintedFindings::line).collect(joining());
    long warnings = count(Severity.WARNING);
    String sum =
        failures() + warnings == 0
            ? "Nothing is wrong."
            : counted(failures(), "failure") + ", " + counted(warnings, "warning") + ".";
    return lines + sum + System.lineSeparator();
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  String json() {
    return findings.stream()
        .map(f -> "  " + new String(LandingJson.write(f), StandardCharsets.UTF_8))
        .collect(
            joining(
                "," + System.lineSeparator(),
                "[" + System.lineSeparator(),
                System.lineSeparator() + "]" + System.lineSeparator()));
  }

  long failures() {
    return count(Severity.FAILURE);
  }

  private long count(Severity severity) {
    return findings.stream().filter(f -> f.severity() == severity).count();
  }

  private static String line(Finding finding) {
    String severity = finding.severity() == Severity.OK ? "ok" : finding.severity().name();
    return String.format(Locale.ROOT, "%-8s %-20s %s%n", severity, finding.check(), finding.found())
        + finding
            .repair()
            .map(repair -> String.format(Locale.ROOT, "%30s-> %s%n", "", repair))
            .orElse("");
  }
}
