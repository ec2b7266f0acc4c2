package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.audit.Audit;
import dev.tidemark.coordinator.audit.AuditReport;
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
      offsets.row(
          s.topic() + "-" + s.source().partition(),
          s.start(),
          s.landed(),
          s.rows(),
          s.nulls(),
          s.empty(),
          s.lost());
    }
    out().print(offsets);
    AuditReport.Totals t = report.totals();
    out().println();
    out()
        .printf(
            "%,d %s: %,d landed = %,d final + %,d duplicates + %,d quarantined + %,d waiting%s%n",
            t.partitions(),
            t.partitions() == 1 ? "partition" : "partitions",
            t.landed(),
            t.out(),
            t.duplicates(),
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
                : report.findings().size()
                    + (report.findings().size() == 1 ? " finding" : " findings")
                    + ", as of version "
                    + report.version()
                    + ".");
  }

  private void list(String label, List<AuditReport.Finding> findings) {
    findings.forEach(f -> out().println(label + f.where() + ": " + f.what()));
  }
}
