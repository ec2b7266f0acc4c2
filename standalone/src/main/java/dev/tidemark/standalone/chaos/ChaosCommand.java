package dev.tidemark.standalone.chaos;

import dev.tidemark.landing.LandingJson;
import dev.tidemark.standalone.config.Installation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Tries to make a whole pipeline lose an event. */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    description = {
      "Runs every program as a process of its own, sends events without a pause, and kills, stops, cuts off"
          + " and fills up whatever there is, many at a time, by a script that follows from the seed.",
      "Then heals and drains everything, looks for each acknowledged event, and ends with 0 only if each is"
          + " there once in its partition, the audit is clean, nothing is stuck and no process is left."
    },
    footer = {
      "",
      "Examples:",
      "  tidemark chaos --seed 7 --minutes 1",
      "  tidemark chaos --minutes 120 --keep",
      "  tidemark chaos --minutes 2 --faults kill-ingest,cut-hdfs"
    })
public final class ChaosCommand implements Callable<Integer> {
  private static final int FAILED = 1;

  private final Installation installation;
  @Spec private CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What the script of faults follows from; one of chance if not given.")
  private Long seed;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "3",
      description = "How long there are faults; start and drain come on top. 0.75 is possible too.")
  private double minutes;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "For all data and logs; empty or new. data/chaos/SEED-TIME if not given.")
  private Path directory;

  @Option(
      names = "--keep",
      description = "Keeps the directory after a run in which everything held, too.")
  private boolean keep;

  @Option(
      names = "--faults",
      paramLabel = "KIND",
      split = ",",
      description =
          "Only these kinds of faults; all if not given. Kinds: ${COMPLETION-CANDIDATES}.",
      completionCandidates = Kinds.class)
  private List<String> faults = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "table or json; table if not given.")
  private Output output = Output.TABLE;

  private enum Output {
    TABLE,
    JSON
  }

  /** What {@code --faults} takes. */
  static final class Kinds implements Iterable<String> {
    @Override
    public java.util.Iterator<String> iterator() {
      return Stream.of(FaultKind.values()).map(FaultKind::toString).iterator();
    }
  }

  public ChaosCommand(Installation installation) {
    this.installation = installation;
  }

  @Override
  public Integer call() throws Exception {
    Clock clock = Clock.systemUTC();
    ChaosPlan plan = plan(clock);
    PrintWriter progress =
        output == Output.JSON ? spec.commandLine().getErr() : spec.commandLine().getOut();
    say(progress, "Seed " + plan.seed() + ", faults for " + plan.faultsFor() + ".");
    long begun = System.nanoTime();
    Report report =
        new ChaosRun(
                plan,
                clock,
                text ->
                    say(
                        progress,
                        String.format(
                            "%4d s  %s", (System.nanoTime() - begun) / 1_000_000_000L, text)))
            .run();
    print(report);
    if (report.holds() && !keep) {
      delete(plan.directory());
    }
    return report.holds() ? 0 : FAILED;
  }

  private ChaosPlan plan(Clock clock) throws IOException {
    if (!(minutes >= 0.1 && minutes <= 10_000)) {
      throw wrong("--minutes is from 0.1 to 10000. Found: " + minutes + ".");
    }
    long chosen = seed == null ? new Random().nextInt(1_000_000) : seed;
    Path where =
        directory == null
            ? installation.home().resolve("data/chaos/" + chosen + "-" + clock.millis() / 1000)
            : directory;
    if (Files.exists(where) && !isEmpty(where)) {
      throw wrong("--directory must be empty or new. Found: " + where + ".");
    }
    Duration length = Duration.ofMillis((long) (minutes * 60_000));
    return new ChaosPlan(chosen, length, kinds(), where.toAbsolutePath(), installation.home());
  }

  private static boolean isEmpty(Path where) throws IOException {
    try (Stream<Path> all = Files.list(where)) {
      return all.findAny().isEmpty();
    }
  }

  private Set<FaultKind> kinds() {
    Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
    if (faults.isEmpty()) {
      return EnumSet.allOf(FaultKind.class);
    }
    for (String each : faults) {
      kinds.add(
          FaultKind.of(each)
              .orElseThrow(
                  () -> wrong("--faults: there is no kind '" + each + "'. --help lists all.")));
    }
    return kinds;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void print(Report report) {
    PrintWriter out = spec.commandLine().getOut();
    if (output == Output.JSON) {
      out.println(new String(LandingJson.write(report), StandardCharsets.UTF_8));
    } else {
      out.println();
      out.print(ReportText.of(report));
    }
    out.flush();
  }

  private static void say(PrintWriter out, String text) {
    out.println(text);
    out.flush();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path p : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    }
  }
}
