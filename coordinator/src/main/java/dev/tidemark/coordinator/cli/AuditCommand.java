package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.audit.Audit;
import dev.tidemark.coordinator.audit.AuditReport;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.config.ConfigSource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Proves that every record is accounted for exactly once, or lists what is not. */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = {
      "Proves from the landing log that every Kafka record landed exactly once and is in final, a"
          + " duplicate, quarantined, or on its way.",
      "Ends with 1 and a list when something does not add up."
    },
    footer = {"", "Example: tidemark audit --from 2026-08-22T00 --to 2026-08-22T23"})
public final class AuditCommand extends DatasetCommand {
  private static final int UNSOUND = 1;

  @Option(names = "--from", paramLabel = "PARTITION", description = "The first partition.")
  private String from;

  @Option(names = "--to", paramLabel = "PARTITION", description = "The last partition.")
  private String to;

  public AuditCommand(ConfigSource source) {
    super(source);
  }

  @Override
  int run(Opened opened) {
    opened.operations().state();
    AuditReport report =
        new Audit(opened.journal(), opened.files())
            .run(opened.parseIfGiven(from), opened.parseIfGiven(to));
    if (isJson()) {
      out().println(new String(LandingJson.write(report), StandardCharsets.UTF_8));
    } else {
      print(report);
    }
    out().flush();
    return report.isClean() ? 0 : UNSOUND;
  }

  private void print(AuditReport report) {
    TextTable offsets =
        new TextTable("TOPIC-PARTITION", "FROM", "UNTIL", "LINES", "NULLS", "EMPTY", "LOST");
    for (AuditReport.Source s : report.sources()) {
      offsets.row(s.name(), s.start(), s.landed(), s.rows(), s.nulls(), s.empty(), s.lost());
    }
    print(offsets);
    if (report.sources().stream().anyMatch(AuditReport.Source::replaced)) {
      out().println();
      tell(
          "A topic with an id was made anew since, and is not read any more ('tidemark topics reset')."
              + " What had landed of it counts.");
    }
    AuditReport.Totals t = report.totals();
    out().println();
    out()
        .printf(
            "%s: %,d landed = %,d final + %s + %,d quarantined + %,d waiting%s%n",
            Counted.of(t.partitions(), "partition"),
            t.landed(),
            t.out(),
            Counted.of(t.duplicates(), "duplicate"),
            t.quarantined(),
            t.waiting(),
            t.kept() == 0 ? "" : String.format(Locale.ROOT, " + %,d kept", t.kept()));
    if (!report.complete()) {
      out().println("Not all partitions were looked at, so lines were not compared with the log.");
    }
    list("Note: ", report.notes());
    list("WRONG: ", report.findings());
    out()
        .println(
            report.isClean()
                ? "Every record is accounted for once, as of version " + report.version() + "."
                : Counted.of(report.findings().size(), "finding")
                    + ", as of version "
                    + report.version()
                    + ".");
  }

  private void list(String label, List<AuditReport.Finding> findings) {
    findings.forEach(f -> tell(label + f.where() + ": " + f.what()));
  }
}
