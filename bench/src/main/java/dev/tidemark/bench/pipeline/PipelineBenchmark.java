package dev.tidemark.bench.pipeline;

import dev.tidemark.bench.Goal;
import dev.tidemark.bench.TemporaryDirectory;
import dev.tidemark.bench.collector.CollectorProgram;
import dev.tidemark.bench.collector.Load;
import dev.tidemark.bench.collector.LoadResult;
import dev.tidemark.bench.collector.Requests;
import dev.tidemark.landing.Granularity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The whole way, from HTTP to final, at the rate at which nothing falls behind. */
@Command(
    name = "pipeline",
    mixinStandardHelpOptions = true,
    description = "Sends events through everything, as many as it takes for as long as one likes.")
public final class PipelineBenchmark implements Callable<Integer> {
  private static final Duration SLICE = Duration.ofSeconds(5);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(6);
  private static final int CONNECTIONS = 32;
  private static final int FIRST_RATE = 5_000;
  private static final double MILLION = 1_000_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      defaultValue = "10",
      description = "How long it is measured, default ${DEFAULT-VALUE}.")
  private int minutes;

  @Option(
      names = "--warm-up",
      paramLabel = "MINUTES",
      defaultValue = "4",
      description = "How long it runs before, default ${DEFAULT-VALUE}.")
  private int warmUp;

  @Option(
      names = "--rate",
      paramLabel = "EVENTS",
      description =
          "Events a second, to see how late a partition is at that load. Without it, as many as it"
              + " takes for as long as one likes.")
  private Optional<Integer> rate = Optional.empty();

  @Option(
      names = "--batch",
      paramLabel = "EVENTS",
      defaultValue = "100",
      description = "Events of a request, default ${DEFAULT-VALUE}.")
  private int batch;

  @Option(
      names = "--granularity",
      defaultValue = "PT1M",
      description = "Length of a partition, default ${DEFAULT-VALUE}.")
  private Duration granularity;

  @Option(
      names = "--trigger",
      defaultValue = "PT10S",
      description = "Between two micro-batches, default ${DEFAULT-VALUE}.")
  private Duration trigger;

  @Option(
      names = "--directory",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "Where Kafka and HDFS keep their data, default ${DEFAULT-VALUE}.")
  private Path directory;

  @Option(
      names = "--recordings",
      description = "Records each program with Java's Flight Recorder, in this directory.")
  private Optional<Path> recordings = Optional.empty();

  private Machine machine;
  private Downstream downstream;
  private Requests requests;
  private Pace pace;
  private long sent;
  private long accepted;
  private long unanswered;

  @Override
  public Integer call() throws IOException {
    try (TemporaryDirectory own = TemporaryDirectory.in(directory);
        Machine all = Machine.start(own.path(), granularity, trigger, recordings)) {
      machine = all;
      downstream = new Downstream(all.root(), new Granularity(granularity));
      String now = Instant.now().toString();
      requests = Requests.of(batch, CollectorProgram.KEY, n -> ClickEvent.json(n, now));
      pace = new Pace(rate.orElse(FIRST_RATE), 2.0 * trigger.toSeconds() + 2 * SLICE.toSeconds());
      send(Duration.ofMinutes(warmUp), new Histogram(3));
      List<Goal> goals = measure();
      goals.forEach(goal -> say("%s", goal));
      return goals.stream().allMatch(Goal::isMet) ? 0 : 1;
    }
  }

  private List<Goal> measure() throws IOException {
    Instant begun = Instant.now();
    long before = accepted;
    long behindBefore = accepted - downstream.landed();
    Map<Stage, Long> cpuBefore = cpu();
    Histogram answers = new Histogram(3);
    double seconds = send(Duration.ofMinutes(minutes), answers);
    Map<Stage, Long> cpu = cpu();
    long events = accepted - before;
    say(
        "%,d events in %.0f s: %,.0f events/s; not landed %,d at the beginning, %,d at the end",
        events, seconds, events / seconds, behindBefore, accepted - downstream.landed());
    say(
        "request to acknowledgement: p50 %.1f  p99 %.1f ms",
        LoadResult.millis(answers, 50), LoadResult.millis(answers, 99));
    double used = sayCpu(cpuBefore, cpu, events, seconds);
    drain();
    Histogram closed = downstream.toClosed(begun);
    Histogram published = downstream.toPublished(begun);
    sayDelay("closed", closed);
    sayDelay("published", published);
    say(
        "%,d acknowledged, %,d landed, %,d processed, %,d in final; %,d without an answer",
        accepted, downstream.landed(), downstream.processed(), downstream.published(), unanswered);
    List<Goal> goals = new ArrayList<>();
    goals.add(
        Goal.ratioAtLeast(
            1, "pipeline, final vs acknowledged", downstream.published() / (double) accepted));
    goals.add(
        Goal.ratioAtMost(
            1,
            "pipeline, final vs acknowledged and unanswered",
            downstream.published() / (double) (accepted + unanswered)));
    if (rate.isPresent()) {
      goals.add(
          Goal.ratioAtLeast(0.98, "pipeline, accepted vs sent", events / seconds / rate.get()));
      goals.add(
          new Goal(
              "pipeline, a partition's end to published, worst",
              "s",
              published.getMaxValue() / 1e3,
              Goal.Bound.AT_MOST,
              60));
    } else {
      // How late partitions are is then a matter of how many of them the pace lets wait.
      goals.add(Goal.ratioAtLeast(0.8, "pipeline, processors used of " + cores(), used / cores()));
    }
    return goals;
  }

  private static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Sends for so long, and returns how many seconds that was. */
  private double send(Duration duration, Histogram answers) throws IOException {
    long begun = System.nanoTime();
    long end = begun + duration.toNanos();
    while (System.nanoTime() < end) {
      machine.check();
      double requestsPerSecond = pace.eventsPerSecond() / batch;
      long from = System.nanoTime();
      LoadResult result =
          new Load(machine.collectorPort(), requests, CONNECTIONS, requestsPerSecond, sent)
              .run(SLICE);
      long requestsMade =
          result.answers().values().stream().mapToLong(n -> n).sum()
              + result.lostCount()
              + result.unsentCount();
      sent += (requestsMade + CONNECTIONS) * batch;
      accepted += result.events();
      unanswered += result.lostCount() * batch;
      answers.add(result.kept());
      downstream.look();
      double took = (System.nanoTime() - from) / 1e9;
      if (rate.isEmpty()) {
        pace.adjust(result.events() / took, accepted - downstream.landed(), downstream.waiting());
      }
    }
    return (System.nanoTime() - begun) / 1e9;
  }

  /** Waits until everything that was accepted is published. */
  private void drain() throws IOException {
    long begun = System.nanoTime();
    long end = begun + DRAIN_LIMIT.toNanos();
    while (downstream.processed() < accepted) {
      if (System.nanoTime() > end) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "After %s %,d of %,d events are processed, %,d landed",
                DRAIN_LIMIT,
                downstream.processed(),
                accepted,
                downstream.landed()));
      }
      machine.check();
      Pause.millis(500);
      downstream.look();
    }
    say("everything is published %.0f s later", (System.nanoTime() - begun) / 1e9);
  }

  private Map<Stage, Long> cpu() {
    Map<Stage, Long> cpu = new LinkedHashMap<>();
    machine.stages().forEach(stage -> cpu.put(stage, stage.cpuNanos()));
    return cpu;
  }

  /** Says where the processors' time went, and returns how many of them were busy. */
  private double sayCpu(
      Map<Stage, Long> before, Map<Stage, Long> after, long events, double seconds) {
    double total = 0;
    for (Map.Entry<Stage, Long> stage : after.entrySet()) {
      double nanos = stage.getValue() - before.get(stage.getKey());
      total += nanos;
      sayCpu(stage.getKey().label(), nanos, events, seconds);
    }
    sayCpu("all", total, events, seconds);
    return total / 1e9 / seconds;
  }

  private void sayCpu(String label, double nanos, long events, double seconds) {
    say(
        "  %-10s %6.2f CPU-s/million  %5.2f processors",
        label, nanos / 1e9 / events * MILLION, nanos / 1e9 / seconds);
  }

  private void sayDelay(String what, Histogram delays) {
    say(
        "a partition's end to %s: median %.1f  worst %.1f s  (%d partitions)",
        what,
        delays.getValueAtPercentile(50) / 1e3,
        delays.getMaxValue() / 1e3,
        delays.getTotalCount());
  }

  private void say(String format, Object... arguments) {
    spec.commandLine().getOut().println(String.format(Locale.ROOT, format, arguments));
    spec.commandLine().getOut().flush();
  }
}
