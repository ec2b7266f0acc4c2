package dev.tidemark.coordinator.cli;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.coordinator.Coordinator;
import dev.tidemark.coordinator.action.Engines;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.log.PartitionState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
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
      "  tidemark reprocess --from 2026-08-01T00 --only outdated --dry-run"
    })
public final class ReprocessCommand extends DatasetCommand {
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Duration look;
  private final Duration patience;

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
      defaultValue = "ALL",
      description = {
        "Of a range, only those that: failed (they are tried again); are missing, which is closed and not"
            + " published (likewise); are outdated, which is published with another configuration than"
            + " the present one."
      })
  private Selection only;

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

  public ReprocessCommand(ConfigSource source) {
    this(source, LOOK, PATIENCE);
  }

  /**
   * As above.
   *
   * @param look how often to see how far it is
   * @param patience how long a running coordinator has to take the request up
   */
  ReprocessCommand(ConfigSource source, Duration look, Duration patience) {
    super(source);
    this.look = look;
    this.patience = patience;
  }

  @Override
  int run(Opened opened) {
    List<PartitionSummary> found = plan(opened);
    if (found.isEmpty()) {
      throw new RefusedException(
          only == Selection.ALL
              ? "Nothing is published there, so there is nothing to process again."
              : "None there is " + only.name().toLowerCase(Locale.ROOT) + ".");
    }
    out().print(PartitionsCommand.table(found));
    out()
        .printf(
            dryRun
                ? "%s with %,d landed rows would be processed again; nothing was changed.%n"
                : "%s with %,d landed rows: processed again, and readers see each change at once.%n",
            found.size() == 1 ? "1 partition" : found.size() + " partitions",
            found.stream().mapToLong(PartitionSummary::landed).sum());
    out().flush();
    if (dryRun) {
      return 0;
    }
    if (partition == null && !yes && !confirmed()) {
      throw new RefusedException("Nothing was changed. Answer 'yes', or add --yes.");
    }
    List<PartitionSummary> plan = asked(opened, found);
    Set<PartitionId> asked =
        plan.stream()
            .map(PartitionSummary::partition)
            .collect(Collectors.toCollection(TreeSet::new));
    carryOut(opened, asked, plan);
    return report(opened, plan);
  }

  /** Those of the plan that were asked for; what does not need it any more is told and left out. */
  private List<PartitionSummary> asked(Opened opened, List<PartitionSummary> found) {
    List<PartitionSummary> asked = new ArrayList<>();
    for (PartitionSummary p : found) {
      try {
        only.ask(p, opened, reason);
        asked.add(p);
      } catch (RefusedException e) {
        err().println(e.getMessage());
      }
    }
    if (asked.isEmpty()) {
      throw new RefusedException("Nothing was asked for.");
    }
    return asked;
  }

  private List<PartitionSummary> plan(Opened opened) {
    if (partition != null) {
      if (from != null || to != null) {
        throw new UsageException("Name a partition, or --from and --to, not both.");
      }
      if (only != Selection.ALL) {
        throw new UsageException("--only goes with a range: name --from or --to.");
      }
      PartitionId id = parse(opened, partition);
      PartitionSummary summary = opened.operations().summary(opened.operations().partition(id));
      if (summary.revision() == 0) {
        throw new RefusedException(
            id
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
        opened.operations().partitions(parseIfGiven(opened, from), parseIfGiven(opened, to));
    return only.of(range, opened, () -> configHash(opened), err());
  }

  private static String configHash(Opened opened) {
    Problems problems = new Problems();
    BatchConfig batch = BatchConfig.read(opened.file().root(problems));
    problems.throwIfAny();
    return SparkProcessing.configHash(batch);
  }

  private boolean confirmed() {
    out().print("Go on? [yes/no] ");
    out().flush();
    String answer;
    try {
      answer =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    } catch (IOException e) {
      return false;
    }
    return "yes".equalsIgnoreCase(answer) || "y".equalsIgnoreCase(answer);
  }

  private void carryOut(Opened opened, Set<PartitionId> asked, List<PartitionSummary> plan) {
    Problems problems = new Problems();
    BatchConfig batch = BatchConfig.read(opened.file().root(problems));
    CoordinatorConfig config =
        CoordinatorConfig.readFor(opened.dataset().name(), opened.file().root(problems));
    problems.throwIfAny();
    try (Processing processing = Engines.start(opened.dataset(), opened.files(), batch, config);
        Coordinator coordinator =
            Coordinator.wire(
                opened.dataset(),
                config,
                opened.journal(),
                opened.files(),
                processing,
                opened.clock(),
                asked::contains);
        Progress bar = Progress.of("reprocess", plan.size())) {
      Duration waited = Duration.ZERO;
      boolean ours = false;
      for (List<PartitionSummary> left = left(opened, plan);
          !left.isEmpty();
          left = left(opened, plan)) {
        bar.stepTo(plan.size() - left.size());
        boolean taken = left.stream().anyMatch(ReprocessCommand::isTaken);
        ours |= !taken && waited.compareTo(patience) >= 0;
        if (ours) {
          coordinator.tick();
        }
        waited = taken ? Duration.ZERO : waited.plus(look);
        pause();
      }
      bar.stepTo(plan.size());
    }
  }

  private static boolean isTaken(PartitionSummary p) {
    return p.standing() == PartitionSummary.Standing.PROCESSING
        || p.standing() == PartitionSummary.Standing.PUBLISHING;
  }

  /** Those of the plan that are not done, and have not failed for good. */
  private List<PartitionSummary> left(Opened opened, List<PartitionSummary> plan) {
    List<PartitionSummary> left = new ArrayList<>();
    for (PartitionSummary before : plan) {
      PartitionState state = opened.operations().partition(before.partition());
      boolean stopped =
          state.hold().isPresent()
              || state.failure().filter(f -> f.last().waitsForPerson()).isPresent();
      PartitionSummary now = opened.operations().summary(state);
      if (!stopped && !only.isDone(before, now, state)) {
        left.add(now);
      }
    }
    return left;
  }

  private int report(Opened opened, List<PartitionSummary> plan) {
    TextTable table =
        new TextTable(
            "PARTITION", "REV", "FINAL", "DUPL", "QUAR", "NEW REV", "FINAL", "DUPL", "QUAR");
    boolean failed = false;
    for (PartitionSummary before : plan) {
      PartitionState state = opened.operations().partition(before.partition());
      PartitionSummary now = opened.operations().summary(state);
      failed |= !only.isDone(before, now, state);
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
    out().print(table);
    out().flush();
    return failed ? 1 : 0;
  }

  private void pause() {
    try {
      Thread.sleep(look.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("Interrupted; what was asked for stands in the landing log.");
    }
  }
}
