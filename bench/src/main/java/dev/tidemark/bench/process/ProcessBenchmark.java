package dev.tidemark.bench.process;

import dev.tidemark.bench.Goal;
import dev.tidemark.bench.Recordings;
import dev.tidemark.bench.TemporaryDirectory;
import dev.tidemark.bench.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One hour of JSON lines to Parquet without repeats: ours, DuckDB, and the usual Spark program. */
@Command(
    name = "process",
    mixinStandardHelpOptions = true,
    description = "Makes Parquet of an hour of JSON lines, without repeated events.")
public final class ProcessBenchmark implements Callable<Integer> {
  private static final String LARGE = "large";
  private static final String SMALL = "small";
  private static final String NO_IDS = "no-ids";
  private static final int LARGE_FILES = 10;

  @Spec private CommandSpec spec;

  @Option(
      names = "--quick",
      description = "400,000 events instead of 2,000,000, and one pass that counts.")
  private boolean quick;

  @Option(
      names = "--directory",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "Where input and output are kept, default ${DEFAULT-VALUE}.")
  private Path directory;

  @Option(
      names = "--recordings",
      description = "Records each program with Java's Flight Recorder, in this directory.")
  private Optional<Path> recordings = Optional.empty();

  /** A program on an hour. */
  private record Case(Peer peer, Hour hour) {
    String label() {
      return peer.label() + (hour.directory().equals(LARGE) ? "" : ", " + hour.directory());
    }
  }

  @Override
  public Integer call() throws IOException {
    int events = quick ? 400_000 : 2_000_000;
    int smallFiles = quick ? 2_000 : 10_000;
    Hour large = new Hour(LARGE, LARGE_FILES, events / LARGE_FILES, true);
    Hour small = new Hour(SMALL, smallFiles, events / smallFiles, true);
    Hour noIds = new Hour(NO_IDS, LARGE_FILES, events / LARGE_FILES, false);
    try (TemporaryDirectory own = TemporaryDirectory.in(directory)) {
      long bytes = large.write(own.path());
      small.write(own.path());
      noIds.write(own.path());
      say("%,d events, %,.0f MB; small: in %,d files", events, bytes / 1e6, smallFiles);
      List<Case> cases =
          List.of(
              new Case(Peer.TIDEMARK, large),
              new Case(Peer.TIDEMARK, noIds),
              new Case(Peer.TIDEMARK, small),
              new Case(Peer.DUCKDB, large),
              new Case(Peer.SPARK, large));
      Map<Case, Pass> figures = measure(own.path(), cases);
      figures.forEach((c, pass) -> say("%-18s %s", c.label(), pass));
      List<Goal> goals = goals(cases.stream().map(figures::get).toList());
      goals.forEach(goal -> say("%s", goal));
      return goals.stream().allMatch(Goal::isMet) ? 0 : 1;
    }
  }

  /** The figures in the order of the cases. */
  private Map<Case, Pass> measure(Path root, List<Case> cases) throws IOException {
    Map<Peer, WorkerProcess> workers = new LinkedHashMap<>();
    Map<Case, List<Pass>> passes = new LinkedHashMap<>();
    try {
      for (Case c : cases) {
        passes.put(c, new ArrayList<>());
        if (!workers.containsKey(c.peer())) {
          workers.put(c.peer(), start(c.peer(), root));
        }
      }
      int warmUps = quick ? 1 : 2;
      for (int round = 1 - warmUps; round <= (quick ? 1 : 3); round++) {
        for (Case c : cases) {
          Pass pass = pass(root, workers.get(c.peer()), c, round + warmUps);
          say("  %s %-18s %s", round <= 0 ? "warm-up" : "round " + round, c.label(), pass);
          if (round > 0) {
            passes.get(c).add(pass);
          }
        }
      }
    } finally {
      for (WorkerProcess worker : workers.values()) {
        worker.close();
      }
    }
    Map<Case, Pass> figures = new LinkedHashMap<>();
    passes.forEach((c, all) -> figures.put(c, Pass.middle(all)));
    return figures;
  }

  private WorkerProcess start(Peer peer, Path root) throws IOException {
    List<String> options = new ArrayList<>(WorkerProcess.options(peer.label(), root));
    options.add("-Xmx2g");
    options.addAll(Recordings.options(recordings, peer.label()));
    return WorkerProcess.start(
        peer.label(),
        root,
        System.getProperty("java.class.path"),
        options,
        Peer.Opening.class,
        List.of(peer.name(), root.toString()));
  }

  private static Pass pass(Path root, WorkerProcess worker, Case c, int round) throws IOException {
    String output = "out-" + c.label().replaceAll("\\W+", "-") + "-" + round;
    WorkerProcess.Took took = worker.work(c.hour().words() + " " + output);
    try (TemporaryDirectory written = new TemporaryDirectory(root.resolve(output))) {
      return new Pass(
          took.nanos() / 1e9,
          took.cpuNanos() / 1e9,
          took.peakBytes() / 1e9,
          parquetBytes(written.path()) / 1e6);
    }
  }

  private static long parquetBytes(Path directory) throws IOException {
    long bytes = 0;
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(p -> p.toString().endsWith(".parquet")).toList()) {
        bytes += Files.size(path);
      }
    }
    return bytes;
  }

  private static List<Goal> goals(List<Pass> figures) {
    Pass ours = figures.get(0);
    Pass noIds = figures.get(1);
    Pass small = figures.get(2);
    Pass duckDb = figures.get(3);
    Pass spark = figures.get(4);
    return List.of(
        Goal.ratioAtMost(2, "process time vs duckdb", ours.seconds() / duckDb.seconds()),
        Goal.ratioAtMost(2, "process CPU vs duckdb", ours.cpuSeconds() / duckDb.cpuSeconds()),
        Goal.ratioAtMost(1, "process time vs spark", ours.seconds() / spark.seconds()),
        Goal.ratioAtMost(1.15, "process time vs without ids", ours.seconds() / noIds.seconds()),
        Goal.ratioAtMost(1.05, "process size vs duckdb", ours.megabytes() / duckDb.megabytes()),
        Goal.ratioAtMost(2, "process time of small files", small.seconds() / ours.seconds()));
  }

  private void say(String format, Object... arguments) {
    spec.commandLine().getOut().println(String.format(Locale.ROOT, format, arguments));
    spec.commandLine().getOut().flush();
  }
}
