package dev.tidemark.bench.collector;

import dev.tidemark.bench.Goal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * The collector under rising load, to where it is saturated and past it: at a rate that clients
 * choose without waiting for it, with ever more clients that send batches, and with a key above its
 * limit. Then, whether it is as good as before. Each round has a fresh process, and the middle
 * figure counts: what Java's compiler made of the hot methods by then decides about a fifth of the
 * rate at 256 connections, and it may change its mind for better or worse at any time.
 */
final class Overload {
  private static final double[] STEPS = {0.25, 0.5, 0.75, 0.9, 1, 1.25, 1.5, 2, 3};
  private static final int[] CROWDS = {32, 128, 512, 2_048};
  private static final int MOST_CONNECTIONS = 2_048;
  private static final int LIMIT_FACTOR = 10;
  private static final Duration STEP = Duration.ofSeconds(5);
  private static final Duration WARM_UP = Duration.ofSeconds(10);

  private final Bench bench;
  private final int rounds;
  private final Requests single = Requests.of(1, CollectorProgram.KEY);
  private final Requests batches = Requests.of(Shape.BATCHES.events(), CollectorProgram.KEY);
  private final Requests limited = Requests.of(1, CollectorProgram.LIMITED_KEY);

  /**
   * @param rounds fresh processes of the collector
   */
  Overload(Bench bench, int rounds) {
    this.bench = bench;
    this.rounds = rounds;
  }

  List<Goal> run() throws IOException {
    List<List<Goal>> all = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<Goal> goals = round();
      for (Goal goal : goals) {
        bench.say("  round %d %s", round, goal);
      }
      all.add(goals);
    }
    List<Goal> middle = new ArrayList<>();
    for (int i = 0; i < all.get(0).size(); i++) {
      middle.add(middle(all, i));
    }
    return middle;
  }

  /** A goal with the middle figure of all rounds. */
  private static Goal middle(List<List<Goal>> rounds, int goal) {
    return rounds.stream()
        .map(goals -> goals.get(goal))
        .sorted(Comparator.comparingDouble(Goal::value))
        .toList()
        .get(rounds.size() / 2);
  }

  private List<Goal> round() throws IOException {
    try (ServerProcess server = bench.start(Server.TIDEMARK);
        Topic topic = bench.topic(Server.TIDEMARK)) {
      int port = server.port();
      measure(topic, server, Load.closed(port, single, Shape.FEW.connections()), WARM_UP);
      measure(topic, server, Load.closed(port, single, Shape.MANY.connections()), WARM_UP);
      measure(topic, server, Load.closed(port, batches, Shape.BATCHES.connections()), WARM_UP);
      Load usual = Load.closed(port, single, Shape.MANY.connections());
      double capacity = measure(topic, server, usual, WARM_UP).load.eventsPerSecond();
      bench.say("overload: 256 connections that wait for each answer: %,.0f events/s", capacity);
      heading();
      List<Step> rising = new ArrayList<>();
      for (double step : STEPS) {
        Load load = Load.open(port, single, MOST_CONNECTIONS, step * capacity);
        rising.add(report(String.format(Locale.ROOT, "%,.0f/s", load.rate()), topic, server, load));
      }
      List<Step> all = new ArrayList<>(rising);
      for (int crowd : CROWDS) {
        all.add(report(crowd + " x 100", topic, server, Load.closed(port, batches, crowd)));
      }
      double tooMuch = (double) LIMIT_FACTOR * CollectorProgram.LIMIT;
      all.add(
          report("limited", topic, server, Load.open(port, limited, MOST_CONNECTIONS, tooMuch)));
      double after = report("256", topic, server, usual).load.eventsPerSecond();
      return goals(rising, all, after / capacity);
    }
  }

  private static List<Goal> goals(List<Step> rising, List<Step> all, double recovery) {
    double best = rising.stream().mapToDouble(s -> s.load.eventsPerSecond()).max().orElseThrow();
    double last = rising.get(rising.size() - 1).load.eventsPerSecond();
    double refused = all.stream().mapToDouble(Step::refusedP99).max().orElseThrow();
    double health =
        all.stream().mapToDouble(s -> LoadResult.millis(s.health, 99)).max().orElseThrow();
    return List.of(
        Goal.ratioAtLeast(0.8, "collector overload, three times too much vs best", last / best),
        new Goal(
            "collector overload, refusals p99", "milliseconds", refused, Goal.Bound.AT_MOST, 1_000),
        new Goal(
            "collector overload, /health p99", "milliseconds", health, Goal.Bound.AT_MOST, 1_000),
        Goal.ratioAtLeast(0.9, "collector overload, after vs before", recovery));
  }

  private record Step(LoadResult load, Histogram health, double cpu) {
    double refusedP99() {
      return load.refused().getTotalCount() == 0 ? 0 : LoadResult.millis(load.refused(), 99);
    }
  }

  private void heading() {
    bench.say(
        "  %-10s %10s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s",
        "load",
        "events/s",
        "p50 ms",
        "p99 ms",
        "503/s",
        "429/s",
        "ref. p50",
        "ref. p99",
        "unsent/s",
        "health50",
        "health99",
        "CPU-µs");
  }

  private Step report(String name, Topic topic, ServerProcess server, Load load)
      throws IOException {
    Step step = measure(topic, server, load, STEP);
    LoadResult result = step.load;
    bench.say(
        "  %-10s %,10.0f %9.1f %9.1f %,9.0f %,9.0f %9.1f %9.1f %,9.0f %9.1f %9.1f %9.1f",
        name,
        result.eventsPerSecond(),
        LoadResult.millis(result.kept(), 50),
        LoadResult.millis(result.kept(), 99),
        result.answers(503) / result.seconds(),
        result.answers(429) / result.seconds(),
        LoadResult.millis(result.refused(), 50),
        LoadResult.millis(result.refused(), 99),
        result.unsentCount() / result.seconds(),
        LoadResult.millis(step.health, 50),
        LoadResult.millis(step.health, 99),
        step.cpu);
    return step;
  }

  private static Step measure(Topic topic, ServerProcess server, Load load, Duration duration)
      throws IOException {
    long before = topic.records();
    long cpu = server.cpuNanos();
    try (HealthProbe probe = HealthProbe.start(server.port())) {
      LoadResult result = load.run(duration);
      double micros = (server.cpuNanos() - cpu) / 1e3 / Math.max(1, result.events());
      if (result.lostCount() > 0) {
        throw new IOException(result.lostCount() + " requests were not answered");
      }
      Histogram health = probe.finish();
      topic.requireRecords(before + result.events());
      return new Step(result, health, micros);
    }
  }
}
