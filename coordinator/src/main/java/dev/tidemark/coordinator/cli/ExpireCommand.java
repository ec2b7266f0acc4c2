package dev.tidemark.coordinator.cli;

import dev.tidemark.batch.expire.Expire;
import dev.tidemark.coordinator.action.ExpirePartition;
import dev.tidemark.coordinator.operations.BackwardRangeException;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.coordinator.policy.Retention;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.log.IllegalEntryException;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what has reached the age that {@code retention} names, and removes it if told to. */
@Command(
    name = "expire",
    mixinStandardHelpOptions = true,
    description = {
      "Shows what has reached the age that 'retention' of the dataset names; removes it with --yes.",
      "A coordinator that runs does so by itself, within hours."
    },
    footer = {"", "Examples:", "  tidemark expire", "  tidemark expire --to 2026-08-22T23 --yes"})
public final class ExpireCommand extends DatasetCommand {
  @Option(names = "--from", paramLabel = "P", description = "From this partition on.")
  private String from;

  @Option(names = "--to", paramLabel = "P", description = "Up to this partition, included.")
  private String to;

  @Option(
      names = {"-y", "--yes"},
      description = "Removes it. Without, nothing is changed.")
  private boolean yes;

  public ExpireCommand(ConfigSource source) {
    super(source);
  }

  /**
   * What would go of a partition.
   *
   * @param begun whether its removal has begun before and is not finished
   * @param rows of the revision that would go from {@code final}
   * @param files archived ones
   * @param replaced numbers of earlier revisions
   */
  record Line(
      PartitionId partition,
      boolean begun,
      Optional<Long> rows,
      int files,
      long bytes,
      List<Integer> replaced) {}

  @Override
  int run(Opened opened) {
    Optional<PartitionId> first = opened.parseIfGiven(from);
    Optional<PartitionId> last = opened.parseIfGiven(to);
    BackwardRangeException.throwIf(first, last);
    Retention retention = new Retention(opened.dataset());
    if (!retention.isOn()) {
      throw new RefusedException(
          "Nothing ever expires: 'retention' of dataset '"
              + opened.dataset().name()
              + "' names no age.");
    }
    List<LogEntry.Expire> begun = opened.operations().expiring(first, last);
    List<LogEntry.Expire> due = new ArrayList<>(begun);
    due.addAll(opened.operations().expirable(first, last));
    due.sort(Comparator.comparing(LogEntry.Expire::partition));
    List<Line> lines = due.stream().map(e -> line(opened, e, begun.contains(e))).toList();
    if (isJson()) {
      printJson(lines);
    } else {
      print(lines);
    }
    if (yes && !due.isEmpty()) {
      removeAll(
          opened,
          new ExpirePartition(opened.journal(), retention, new Expire(opened.files())),
          due);
    }
    out().flush();
    return 0;
  }

  /** Says how many are gone in the end, also where the file system stops it in the middle. */
  private void removeAll(Opened opened, ExpirePartition expire, List<LogEntry.Expire> due) {
    int removed = 0;
    try {
      for (LogEntry.Expire e : due) {
        removed += remove(opened, expire, e.partition()) ? 1 : 0;
      }
    } finally {
      PrintWriter to = isJson() ? err() : out();
      to.println(
          removed == due.size()
              ? "Removed what is listed, of " + Counted.of(removed, "partition") + "."
              : "Removed what is listed of %d of %s."
                  .formatted(removed, Counted.of(due.size(), "partition")));
      to.flush();
    }
  }

  private boolean remove(Opened opened, ExpirePartition expire, PartitionId id) {
    try {
      expire.begin(id, opened.clock().instant());
      expire.run(id);
      return true;
    } catch (IllegalEntryException e) {
      // Something came for it since it was looked at; it is left alone.
      err().println(e.getMessage());
      return false;
    }
  }

  private static Line line(Opened opened, LogEntry.Expire e, boolean begun) {
    PartitionState p = opened.operations().partition(e.partition());
    int files = 0;
    long bytes = 0;
    for (long number : e.generations()) {
      GenerationId id = new GenerationId(p.id(), number);
      Manifest manifest = opened.journal().records().manifest(p.generations().get(id.number()));
      files += manifest.files().size();
      bytes += manifest.bytes();
    }
    return new Line(
        p.id(),
        begun,
        e.published() ? p.publication().map(x -> x.counts().out()) : Optional.empty(),
        files,
        bytes,
        replaced(p, e));
  }

  private static List<Integer> replaced(PartitionState p, LogEntry.Expire e) {
    List<Publication> kept = p.kept();
    List<Publication> left = p.keptAfter(e);
    return kept.stream().filter(r -> !left.contains(r)).map(Publication::revision).toList();
  }

  private void print(List<Line> lines) {
    if (lines.isEmpty()) {
      out()
          .println(
              yes
                  ? "Nothing has reached its age, so nothing was removed."
                  : "Nothing has reached its age, so nothing would be removed.");
      return;
    }
    TextTable table =
        new TextTable("PARTITION", "FINAL ROWS", "ARCHIVED FILES", "BYTES", "REPLACED");
    for (Line l : lines) {
      table.row(
          l.partition(),
          l.rows().map(Object::toString).orElse("-"),
          l.files(),
          l.bytes(),
          l.replaced().isEmpty() ? "-" : l.replaced());
    }
    print(table);
    long begun = lines.stream().filter(Line::begun).count();
    if (begun > 0) {
      out().println("Of " + Counted.of(begun, "partition") + " the removal had begun before.");
    }
    if (!yes) {
      out()
          .println(
              "Would remove what is listed, of "
                  + Counted.of(lines.size(), "partition")
                  + ". Nothing was changed; add --yes.");
    }
  }
}
