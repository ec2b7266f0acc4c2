package dev.tidemark.coordinator.cli;

import static java.util.stream.Collectors.joining;

import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.check.Finding.Severity;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** What was found, a line each with what to do below it, or as a JSON array. */
record PrintedFindings(List<Finding> findings) {
  private static final String INDENT = " ".repeat(30);
  private static final int LEAST = 10;

  /** In so many columns. */
  String text(int width) {
    String lines = findings.stream().map(f -> lines(f, width)).collect(joining());
    long warnings = count(Severity.WARNING);
    String sum =
        failures() + warnings == 0
            ? "Nothing is wrong."
            : Counted.of(failures(), "failure") + ", " + Counted.of(warnings, "warning") + ".";
    return lines + sum + System.lineSeparator();
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

  private static String lines(Finding finding, int width) {
    String severity = finding.severity() == Severity.OK ? "ok" : finding.severity().name();
    String head = String.format(Locale.ROOT, "%-8s %-20s ", severity, finding.check());
    String found = indented(finding.found(), INDENT, width);
    // A long name of a dataset has the line for itself.
    String first =
        head.length() > INDENT.length()
            ? head.stripTrailing() + System.lineSeparator() + INDENT + found
            : head + found;
    return first
        + System.lineSeparator()
        + finding
            .repair()
            .map(r -> INDENT + "-> " + indented(r, INDENT + "   ", width) + System.lineSeparator())
            .orElse("");
  }

  private static String indented(String text, String indent, int width) {
    return Wrapped.of(text, Math.max(LEAST, width - indent.length())).indented(indent);
  }
}
