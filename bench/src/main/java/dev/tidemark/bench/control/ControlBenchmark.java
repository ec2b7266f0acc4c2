package dev.tidemark.bench.control;

import dev.tidemark.bench.Goal;
import dev.tidemark.bench.TemporaryDirectory;
import dev.tidemark.landing.PartitionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * What history costs who carries on and who asks: a root with ten years of hours against one
 * without any, both with the same open hours.
 */
@Command(
    name = "control",
    mixinStandardHelpOptions = true,
    description = "Ticks, opens and lists a root with ten years of hours, against an empty one.")
public final class ControlBenchmark implements Callable<Integer> {
  private static final int HOURS = 87_600;
  private static final String MONTH_FIRST = "2016-06-01T00";
  private static final String MONTH_LAST = "2016-06-30T23";

  @Spec private CommandSpec spec;

  @Option(
      names = "--directory",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "Where both roots are made, default ${DEFAULT-VALUE}.")
  private Path directory;

  @Option(names = "--quick", description = "One year of hours instead of ten.")
  private boolean quick;

  @Option(
      names = "--open",
      defaultValue = "500",
      description = "Open hours, default ${DEFAULT-VALUE}.")
  private int open;

  @Option(
      names = "--files",
      defaultValue = "12",
      description = "Landed files of an hour of the history, default ${DEFAULT-VALUE}.")
  private int filesAnHour;

  @Override
  public Integer call() throws IOException {
    int hours = quick ? HOURS / 10 : HOURS;
    try (TemporaryDirectory own = TemporaryDirectory.in(directory)) {
      long start = System.nanoTime();
      try (BenchZone empty = make(own, "empty", 0);
          BenchZone full = make(own, "full", hours)) {
        say(
            "made %,d archived hours of %d files and %d open ones in %.0f s",
            hours, filesAnHour, open, (System.nanoTime() - start) / 1e9);
        List<Goal> goals = measure(empty, full);
        goals.forEach(goal -> say("%s", goal));
        return goals.stream().allMatch(Goal::isMet) ? 0 : 1;
      }
    }
  }

  private BenchZone make(TemporaryDirectory own, String name, int hours) throws IOException {
    return BenchZone.make(
        Files.createDirectory(own.path().resolve(name)), hours, open, filesAnHour);
  }

  private List<Goal> measure(BenchZone empty, BenchZone full) {
    List<Goal> goals = new ArrayList<>();
    Medians opening = new Medians(zone -> Stopwatch.millis(() -> zone.newJournal().refresh()));
    opening.measure(empty, full, 5, 21);
    say("open: %s", opening);
    goals.add(atMostMillis(1_000, "open", opening.ofFull()));

    Medians idle = new Medians(zone -> Stopwatch.millis(zone::tick));
    idle.measure(empty, full, 200, 201);
    say("tick, nothing due: %s", idle);
    goals.add(Goal.ratioAtMost(2, "tick, nothing due, vs empty history", idle.ratio()));

    Medians busy = new Medians(new WorkDue());
    busy.measure(empty, full, 20, 41);
    say("ticks that carry an hour from closing to archive: %s", busy);
    goals.add(Goal.ratioAtMost(2, "ticks, work due, vs empty history", busy.ratio()));

    Optional<PartitionId> from = Optional.of(PartitionId.parse(MONTH_FIRST));
    Optional<PartitionId> to = Optional.of(PartitionId.parse(MONTH_LAST));
    Medians month =
        new Medians(zone -> Stopwatch.millis(() -> zone.operations().partitions(from, to)));
    month.measure(empty, full, 3, 11);
    say("partitions of one month: %s", month);
    goals.add(atMostMillis(500, "partitions of one month", month.ofFull()));

    Medians expirable =
        new Medians(zone -> Stopwatch.millis(() -> zone.operations().expirable(from, to)));
    expirable.measure(empty, full, 1, 5);
    say("what of one month may expire: %s", expirable);
    return goals;
  }

  private static Goal atMostMillis(double limit, String name, double millis) {
    return new Goal(name, "ms", millis, Goal.Bound.AT_MOST, limit);
  }

  private void say(String format, Object... arguments) {
    spec.commandLine().getOut().println(String.format(Locale.ROOT, format, arguments));
    spec.commandLine().getOut().flush();
  }
}
