package dev.tidemark.standalone.cli;

import dev.tidemark.coordinator.cli.TextTable;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.standalone.DataDirectory;
import dev.tidemark.standalone.Pipeline;
import dev.tidemark.standalone.config.Installation;
import dev.tidemark.standalone.demo.Balance;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the demo shows when everything is published. */
record DemoReport(PrintWriter out, Pipeline pipeline, Installation installation) {
  private static final int ROWS_SHOWN = 5;
  private static final int WIDEST_CELL = 24;
  private static final String INDENT = "       ";
  private static final String LESS = "  ";
  private static final List<String> COLUMNS =
      List.of("type", "event_time", "action", "product_id", "search_query");

  void say(String line) {
    out.println(INDENT + line);
    out.flush();
  }

  void printBalances(List<Balance> balances) {
    TextTable table =
        new TextTable("PARTITION", "IN KAFKA", "LANDED", "FINAL", "DUPLICATES", "QUARANTINED", "");
    balances.forEach(b -> row(table, b.partition().toString(), b));
    if (balances.size() > 1) {
      row(table, "all", Balance.total(balances));
    }
    out.println();
    print(table, INDENT);
    out.println();
  }

  private static void row(TextTable table, String name, Balance b) {
    table.row(
        name,
        b.kafka(),
        b.landed(),
        b.published(),
        b.duplicates(),
        b.quarantined(),
        b.addsUp() ? "=" : "DIFFER");
  }

  /** Real rows, read back from the first partition that has some. */
  void printRows(List<PartitionSummary> partitions) {
    Optional<PartitionSummary> first = partitions.stream().filter(p -> p.out() > 0).findFirst();
    if (first.isEmpty()) {
      return;
    }
    String directory = LandingZone.published(first.get().partition());
    List<Map<String, String>> rows =
        pipeline.views().get(0).processing().show(directory, ROWS_SHOWN);
    List<String> shown =
        COLUMNS.stream().filter(c -> rows.stream().anyMatch(r -> r.containsKey(c))).toList();
    TextTable table = new TextTable(shown.toArray(String[]::new));
    rows.forEach(
        r -> table.row(shown.stream().map(c -> shortened(r.getOrDefault(c, "-"))).toArray()));
    out.println();
    say("Rows read back from Parquet in " + directory + ":");
    print(table, LESS);
    out.println();
  }

  private static String shortened(String value) {
    String text = value.replaceFirst("(T\\d\\d:\\d\\d:\\d\\d)\\.\\d+Z$", "$1Z");
    return text.length() <= WIDEST_CELL ? text : text.substring(0, WIDEST_CELL - 1) + "…";
  }

  void printWhereToLook() {
    say("Root      " + pipeline.views().get(0).dataset().root());
    say("Logs      " + installation.home().resolve("data/logs/demo.log"));
    say("Docs      docs/landing-protocol.md tells why nothing is lost or counted twice");
  }

  void printWhatToTry(DataDirectory directory, ConsoleAccess console) {
    String config = " --config " + directory.config().toAbsolutePath();
    console.print(out, INDENT, pipeline.consoleAddress());
    say("While this runs, in another terminal:");
    say("  " + installation.launcher() + " partitions" + config);
    say("  " + installation.launcher() + " log" + config);
    say(
        "  curl -d '{\"sid\":\"s1\",\"type\":\"search\",\"timestamp\":\"2026-01-01T00:00:00Z\"}'"
            + " http://127.0.0.1:"
            + pipeline.collectorPort()
            + "/v1/events");
  }

  private void print(TextTable table, String indent) {
    int width = TextTable.TERMINAL - indent.length();
    table.fitting(width).lines().forEach(line -> out.println(indent + line));
  }
}
