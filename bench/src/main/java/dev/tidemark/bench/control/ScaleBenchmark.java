package dev.tidemark.bench.control;

import dev.tidemark.bench.Goal;
import dev.tidemark.landing.PartitionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The control plane at the size of a cluster: what ingest's driver and the coordinator do for each
 * hour of a topic with many partitions, against one with two.
 */
@Command(
    name = "scale",
    mixinStandardHelpOptions = true,
    description = "Lands and carries hours of a topic with many partitions, without its events.")
public final class ScaleBenchmark implements Callable<Integer> {
  private static final int FEW = 2;
  private static final int WARM_UP = 2;

  @Spec private CommandSpec spec;

  @Option(
      names = "--topic-partitions",
      defaultValue = "256",
      description = "Partitions of the topic, default ${DEFAULT-VALUE}.")
  private int many;

  @Option(
      names = "--hours",
      defaultValue = "24",
      description =
          "How many hours are landed, default ${DEFAULT-VALUE}; the first two do not count.")
  private int hours;

  @Option(names = "--quick", description = "Six hours.")
  private boolean quick;

  /**
   * What an hour came to.
   *
   * @param landMillis of the median micro-batch
   * @param tickMillis of the median tick that reads what a micro-batch left in the log
   * @param carryMillis of the coordinator's ticks, processing apart
   * @param openMillis until a program that starts has read the log
   * @param coordinatorCalls operations on files
   */
  private record Costs(
      double landMillis,
      double tickMillis,
      double carryMillis,
      double openMillis,
      double coordinatorCalls) {}

  @Override
  public Integer call() throws IOException {
    Costs few = measure(FEW);
    Costs costs = measure(many);
    List<Goal> goals =
        List.of(
            Goal.ratioAtMost(
                1.05,
                "scale, the coordinator's file operations an hour, " + many + " vs " + FEW,
                costs.coordinatorCalls / few.coordinatorCalls),
            atMost(1_000, "scale, landing a micro-batch", costs.landMillis),
            atMost(1_000, "scale, ticks that carry an hour", costs.carryMillis),
            atMost(1_000, "scale, opening the log", costs.openMillis));
    goals.forEach(goal -> say("%s", goal));
    return goals.stream().allMatch(Goal::isMet) ? 0 : 1;
  }

  private Costs measure(int topicPartitions) throws IOException {
    List<Double> landing = new ArrayList<>();
    List<Double> ticking = new ArrayList<>();
    List<Double> carrying = new ArrayList<>();
    List<Double> opening = new ArrayList<>();
    List<Double> coordinatorCalls = new ArrayList<>();
    long following = 0;
    try (ScaleZone zone = new ScaleZone(topicPartitions)) {
      int all = quick ? 6 : hours;
      say(
          "%d topic-partitions, %d micro-batches an hour, %d hours:",
          topicPartitions, ScaleZone.BATCHES, all);
      for (int h = 0; h < all; h++) {
        PartitionId over = zone.openHour();
        for (int b = 0; b < ScaleZone.BATCHES; b++) {
          double millis = timed(zone::land);
          // The last of them is the one with which the hour before is over.
          double ticked = b < ScaleZone.BATCHES - 1 ? zone.tick() : 0;
          if (h >= WARM_UP) {
            landing.add(millis);
            ticking.add(ticked);
          }
        }
        following += zone.coordinatorFiles().takeTotal();
        double carried = zone.carry(over);
        double calls = zone.coordinatorFiles().takeTotal();
        if (h >= WARM_UP) {
          carrying.add(carried);
          coordinatorCalls.add(calls);
          opening.add(zone.open());
        }
      }
      say(
          "  ingest's driver, all of it: %s (%,d entries, log with its lists %.1f MB)",
          zone.ingestFiles().takeCounts(), zone.version(), zone.logBytes() / 1e6);
      say("  a coordinator that follows the log: %,d file operations an hour", following / all);
    }
    Costs costs =
        new Costs(
            middle(landing),
            middle(ticking),
            middle(carrying),
            middle(opening),
            middle(coordinatorCalls));
    say(
        "  landing a micro-batch %.1f ms, the worst %.1f; the tick after it %.1f ms; ticks that carry an"
            + " hour %.1f ms, %.0f file operations; opening the log %.1f ms",
        costs.landMillis,
        landing.stream().mapToDouble(x -> x).max().orElseThrow(),
        costs.tickMillis,
        costs.carryMillis,
        costs.coordinatorCalls,
        costs.openMillis);
    return costs;
  }

  private interface Work {
    void run() throws IOException;
  }

  private static double timed(Work work) throws IOException {
    long begun = System.nanoTime();
    work.run();
    return (System.nanoTime() - begun) / 1e6;
  }

  private static double middle(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(x -> x).toArray();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static Goal atMost(double limit, String name, double millis) {
    return new Goal(name, "ms", millis, Goal.Bound.AT_MOST, limit);
  }

  private void say(String format, Object... arguments) {
    spec.commandLine().getOut().println(String.format(Locale.ROOT, format, arguments));
    spec.commandLine().getOut().flush();
  }
}
