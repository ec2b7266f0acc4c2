package dev.tidemark.coordinator.cli;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.Explanation;
import dev.tidemark.coordinator.operations.PartitionDetails;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.QuarantinedFor;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.coordinator.operations.ReprocessPlan;
import dev.tidemark.landing.Counted;
import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.Problems;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Makes new revisions of published partitions from their archived files. The request goes into the
 * landing log; a coordinator that runs takes it up, and without one this command does the work
 * itself.
 */
@Command(
    name = "reprocess",
    mixinStandardHelpOptions = true,
    description = "Processes published partitions again from their archived files.",
    footer = {
      "",
      "Examples:",
      "  tidemark reprocess 2026-08-22T13",
      "  tidemark reprocess --from 2026-08-22T00 --to 2026-08-22T23 --yes",
      "  tidemark reprocess --from 2026-08-01T00 --only outdated --dry-run",
      "  tidemark reprocess --from 2026-08-01T00 --quarantine-reason 'not valid JSON'",
      "",
      "Exit codes: 0 done, 1 failed, 2 usage, 3 refused, 4 not done within --timeout."
    })
public final class ReprocessCommand extends AccessCommand {
  private static final int TIMED_OUT = 4;

  private final Waiting waiting;

  @Parameters(
      paramLabel = "P",
      arity = "0..1",
      description = "The partition, such as 2026-08-22T13.")
  private String partition;

  @Option(names = "--from", paramLabel = "P", description = "From this partition on.")
  private String from;

  @Option(names = "--to", paramLabel = "P", description = "Up to this partition, included.")
  private String to;

  @Option(
      names = "--only",
      paramLabel = "WHICH",
      description = {
        "Of a range, only those that: failed (they are tried again); are missing, which is closed and not"
            + " published (likewise); are outdated, which is published with another configuration than"
            + " the present one."
      })
  private Only part;

  @Option(
      names = "--quarantine-reason",
      paramLabel = "TEXT",
      description =
          "Of a range, only those that have lines in quarantine for this reason, as 'tidemark quarantine'"
              + " names it.")
  private String quarantineReason;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description =
          "Waits no longer than this, such as PT30M, and ends with exit code 4; what was asked for goes"
              + " on. Without it, until all is done.")
  private Duration timeout;

  @Option(names = "--dry-run", description = "Shows the plan and changes nothing.")
  private boolean dryRun;

  @Option(
      names = {"-y", "--yes"},
      description = "Does not ask before it begins.")
  private boolean yes;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      defaultValue = "asked for on the command line",
      description = "Goes into the landing log.")
  private String reason;

  private Selection only = Selection.ALL;
  private String saidLast = "";

  /** What {@code --only} takes; without it, it is all. */
  private enum Only {
    FAILED(Selection.FAILED),
    MISSING(Selection.MISSING),
    OUTDATED(Selection.OUTDATED);

    private final Selection meant;

    Only(Selection meant) {
      this.meant = meant;
    }
  }

  public ReprocessCommand(ConfigSource source) {
    this(source, Waiting.DEFAULT);
  }

  /** As above, with a patience of its own. */
  ReprocessCommand(ConfigSource source, Waiting waiting) {
    super(source);
    this.waiting = waiting;
  }

  @Override
  int directly(Opened opened) {
    only = selection();
    return run(opened.access(), Optional.of(opened));
  }

  @Override
  int run(DatasetAccess access) {
    only = selection();
    if (only == Selection.OUTDATED) {
      throw new UsageException(
          "'--only outdated' compares with the configuration of this host, which need not be the"
              + " coordinator's. Run it without --coordinator.");
    }
    return run(access, Optional.empty());
  }

  private Selection selection() {
    return part == null ? Selection.ALL : part.meant;
  }

  private int run(DatasetAccess access, Optional<Opened> here) {
    String why = reason(reason);
    if (timeout != null && (timeout.isZero() || timeout.isNegative())) {
      throw new UsageException("--timeout must be longer than nothing, such as PT30M.");
    }
    // From before the plan: what happens meanwhile is looked at as well.
    long version = access.version();
    List<PartitionSummary> found = plan(access, here);
    if (found.isEmpty()) {
      throw new RefusedException(
          quarantineReason != null
              ? "None there has lines in quarantine for that reason; 'tidemark quarantine' lists them."
              : only == Selection.ALL
                  ? "Nothing is published there, so there is nothing to process again."
                  : "None there is " + only.name().toLowerCase(Locale.ROOT) + ".");
    }
    if (dryRun && isJson()) {
      printJson(found);
    } else {
      sayPlan(found);
    }
    if (dryRun) {
      return 0;
    }
    if (partition == null && !yes && !confirmed()) {
      throw new RefusedException("Nothing was changed. Answer 'yes', or add --yes.");
    }
    // Read by another thread when the program is stopped.
    List<PartitionSummary> asked = new CopyOnWriteArrayList<>();
    AtomicReference<Following> following = new AtomicReference<>();
    try (Leaving leaving =
        new Leaving(
            () -> left(access, found, asked, Optional.ofNullable(following.get())), err())) {
      ask(access, found, why, asked);
      following.set(new Following(access, only, version, asked));
      if (carryOut(here, asked, following.get()) == Waiting.End.DONE) {
        return report(access, asked);
      }
    }
    report(access, asked);
    err()
        .println(
            "It was not done within "
                + HowLong.of(timeout)
                + ". "
                + left(access, found, asked, Optional.of(following.get())));
    return TIMED_OUT;
  }

  /** Apart from the report where that is JSON. */
  private void sayPlan(List<PartitionSummary> found) {
    PrintWriter out = isJson() ? err() : out();
    out.print(PartitionsCommand.table(found).fitting(width()));
    out.printf(
        dryRun
            ? "%s with %,d landed %s would be processed again; nothing was changed.%n"
            : "%s with %,d landed %s to be processed again; readers see each change at once.%n",
        Counted.of(found.size(), "partition"),
        landed(found),
        landed(found) == 1 ? "row" : "rows");
    out.flush();
  }

  private static long landed(List<PartitionSummary> partitions) {
    return partitions.stream().mapToLong(PartitionSummary::landed).sum();
  }

  /** Those of the plan that were asked for; what does not need it any more is told and left out. */
  private void ask(
      DatasetAccess access,
      List<PartitionSummary> found,
      String why,
      List<PartitionSummary> asked) {
    for (PartitionSummary p : found) {
      try {
        only.ask(p, access, why);
        asked.add(p);
      } catch (RefusedException e) {
        err().println(e.getMessage());
      }
    }
    if (asked.isEmpty()) {
      throw new RefusedException("Nothing was asked for.");
    }
  }

  private static String done(int ended, int size) {
    return ended
        + " of "
        + Counted.of(size, "partition")
        + (ended == 1 || size == 1 ? " is" : " are")
        + " done.";
  }

  /** What becomes of it when nobody waits for it any more. */
  private static String left(
      DatasetAccess access,
      List<PartitionSummary> found,
      List<PartitionSummary> asked,
      Optional<Following> following) {
    String range =
        "'tidemark partitions --from "
            + found.get(0).partition()
            + " --to "
            + found.get(found.size() - 1).partition()
            + "'";
    String far =
        following
            .map(f -> done(f.ended(), f.size()))
            .orElseGet(
                () ->
                    asked.size()
                        + " of "
                        + Counted.of(found.size(), "partition")
                        + (asked.size() == 1 || found.size() == 1 ? " was" : " were")
                        + " asked for.");
    return access.advise(
        "Nobody waits for it any more. "
            + far
            + " What was asked for stands in the landing log, and the coordinator that looks next"
            + " goes on with it; "
            + range
            + " shows how far it is.");
  }

  private List<PartitionSummary> plan(DatasetAccess access, Optional<Opened> here) {
    if (partition != null) {
      if (from != null || to != null) {
        throw new UsageException("Name a partition, or --from and --to, not both.");
      }
      if (only != Selection.ALL || quarantineReason != null) {
        throw new UsageException(
            "--only and --quarantine-reason go with a range: name --from or --to.");
      }
      PartitionSummary summary = access.details(parse(access, partition)).summary();
      if (summary.revision() == 0 && summary.standing() != PartitionSummary.Standing.SKIPPED) {
        throw new RefusedException(
            summary.partition()
                + " is not published yet, so there is nothing to process again. It is "
                + summary.standing().name().toLowerCase(Locale.ROOT)
                + ".");
      }
      return List.of(summary);
    }
    if (from == null && to == null) {
      throw new UsageException("Name a partition, or a range with --from and --to.");
    }
    List<PartitionSummary> range =
        access.partitions(parseIfGiven(access, from), parseIfGiven(access, to)).stream()
            .filter(wanted(access))
            .toList();
    ReprocessPlan plan = only.of(range, access, () -> configHash(here.orElseThrow()));
    plan.passedOver()
        .forEach(id -> err().println(id + ": its archived files have expired; it stays as it is."));
    if (only == Selection.OUTDATED) {
      tellPinned(access, range, plan.partitions());
    }
    return plan.partitions();
  }

  /**
   * A rollback may have gone back to a revision of the present configuration. That partition is not
   * outdated, and still what landed later waits until somebody takes the pin off.
   */
  private void tellPinned(
      DatasetAccess access, List<PartitionSummary> range, List<PartitionSummary> outdated) {
    for (PartitionSummary p : range) {
      if (p.standing() == PartitionSummary.Standing.PINNED && !outdated.contains(p)) {
        Explanation why = access.explain(p.partition());
        String text =
            p.partition()
                + " is left out, for it was rolled back to a revision of the present configuration. "
                + why.waitsFor()
                + why.advice().map(a -> " " + a).orElse("");
        err().println(SafeText.lines(text));
      }
    }
  }

  private Predicate<PartitionSummary> wanted(DatasetAccess access) {
    return quarantineReason == null
        ? p -> true
        : new QuarantinedFor(
            quarantineReason,
            id ->
                access
                    .details(id)
                    .quarantinedByReason()
                    .orElseThrow(
                        () ->
                            new RefusedException(
                                "The quarantine of "
                                    + id
                                    + " cannot be read now. Nothing was changed; try again.")));
  }

  private static String configHash(Opened opened) {
    Problems problems = new Problems();
    BatchConfig batch = BatchConfig.read(opened.file().root(problems));
    problems.throwIfAny();
    return SparkProcessing.configHash(batch);
  }

  private boolean confirmed() {
    PrintWriter out = isJson() ? err() : out();
    out.print("Go on? [yes/no] ");
    out.flush();
    String answer;
    try {
      answer =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    } catch (IOException e) {
      return false;
    }
    return "yes".equalsIgnoreCase(answer) || "y".equalsIgnoreCase(answer);
  }

  private Waiting.End carryOut(
      Optional<Opened> here, List<PartitionSummary> asked, Following following) {
    Optional<Duration> limit = Optional.ofNullable(timeout);
    try (Progress bar = Progress.of("reprocess", following.size())) {
      if (here.isEmpty()) {
        return waiting.forAll(following, bar, () -> {}, this::sayWhy, limit);
      }
      Set<PartitionId> mine =
          asked.stream()
              .map(PartitionSummary::partition)
              .collect(Collectors.toCollection(TreeSet::new));
      try (OwnWork work = new OwnWork(here.get(), mine::contains)) {
        return waiting.forAll(following, bar, work::tick, this::sayWhy, limit);
      }
    }
  }

  /** What it waits for, where that is not what was said last. */
  private void sayWhy(Following following) {
    String why =
        following
            .explainFirst()
            .map(
                e ->
                    "Still waiting: %s %s: %s%s"
                        .formatted(
                            done(following.ended(), following.size()),
                            e.partition(),
                            e.waitsFor(),
                            e.advice().map(a -> " " + a).orElse("")))
            .orElse("");
    if (!why.equals(saidLast)) {
      saidLast = why;
      err().println(SafeText.lines(why));
      err().flush();
    }
  }

  private int report(DatasetAccess access, List<PartitionSummary> plan) {
    TextTable table =
        new TextTable(
            "PARTITION", "REV", "FINAL", "DUPL", "QUAR", "NEW REV", "FINAL", "DUPL", "QUAR");
    List<Replaced> replaced = new ArrayList<>();
    for (PartitionSummary before : plan) {
      PartitionDetails details = access.details(before.partition());
      PartitionSummary now = details.summary();
      replaced.add(new Replaced(before, now, only.isDone(before, details)));
      table.row(
          before.partition(),
          before.revision(),
          before.out(),
          before.duplicates(),
          before.quarantined(),
          now.revision(),
          now.out(),
          now.duplicates(),
          now.quarantined());
      now.note().ifPresent(note -> err().println(before.partition() + ": " + note));
    }
    if (isJson()) {
      printJson(replaced);
    } else {
      print(table);
      out().flush();
    }
    return replaced.stream().allMatch(Replaced::done) ? 0 : 1;
  }

  /** A partition as it was, and as it is now. */
  private record Replaced(PartitionSummary before, PartitionSummary now, boolean done) {}
}
