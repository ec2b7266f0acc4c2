package dev.tidemark.bench.collector;

import dev.tidemark.bench.Goal;
import dev.tidemark.bench.TemporaryDirectory;
import dev.tidemark.embedded.ExternalKafka;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** From HTTP to Kafka's acknowledgement: ours and its peers in turn, then ours in trouble. */
@Command(
    name = "collector",
    mixinStandardHelpOptions = true,
    description = "Takes events over HTTP and answers when Kafka has them, as fast as it goes.")
public final class CollectorBenchmark implements Callable<Integer> {
  /**
   * The compiler works on two cores beside what it compiles: after 160,000 requests the collector
   * was still a third slower than after a million.
   */
  private static final int MUCH_WARM_UP = 500_000;

  private static final int LITTLE_WARM_UP = 40_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--quick",
      description = "Only the comparison, with a shorter warm-up and one short pass.")
  private boolean quick;

  @Option(names = "--overload", description = "Only how the collector fares under too much load.")
  private boolean overload;

  @Option(names = "--outage", description = "Only how it answers while Kafka is away.")
  private boolean outage;

  @Option(
      names = "--rounds",
      description = "Passes that count, of --overload fresh processes; 3, or 1 with --quick.")
  private Optional<Integer> rounds = Optional.empty();

  @Option(
      names = "--warm-up",
      description =
          "Requests of one event that each server has had before; 500,000, or 40,000 with --quick.")
  private Optional<Integer> warmUp = Optional.empty();

  @Option(
      names = "--directory",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "Where Kafka and the spill keep their data, default ${DEFAULT-VALUE}.")
  private Path directory;

  @Option(
      names = "--servers",
      split = ",",
      description = "Only these: ${COMPLETION-CANDIDATES}. Goals need all that they compare.")
  private Set<Server> servers = EnumSet.allOf(Server.class);

  @Option(
      names = "--recordings",
      description = "Records each server with Java's Flight Recorder, in this directory.")
  private Optional<Path> recordings = Optional.empty();

  @Override
  public Integer call() throws IOException {
    boolean everything = !overload && !outage;
    try (TemporaryDirectory own = TemporaryDirectory.in(directory);
        ExternalKafka kafka = broker(own.path().resolve("kafka")).start()) {
      Bench bench = new Bench(kafka, own.path(), recordings, spec.commandLine().getOut());
      List<Goal> goals = new ArrayList<>();
      if (everything) {
        goals.addAll(comparison(bench).run());
      }
      if (overload || (everything && !quick)) {
        goals.addAll(new Overload(bench, rounds.orElse(quick ? 1 : 3)).run());
      }
      if (outage || (everything && !quick)) {
        goals.addAll(new Outage(bench).run());
      }
      goals.forEach(goal -> bench.say("%s", goal));
      return goals.stream().allMatch(Goal::isMet) ? 0 : 1;
    }
  }

  /** One that runs for long, as brokers do: it is compiled as well as its clients are. */
  private static ExternalKafka broker(Path data) throws IOException {
    return new ExternalKafka(data, 0, List.of("-Xmx1g"));
  }

  private Comparison comparison(Bench bench) {
    Duration pass = Duration.ofSeconds(quick ? 4 : 5);
    int warm = warmUp.orElse(quick ? LITTLE_WARM_UP : MUCH_WARM_UP);
    return new Comparison(bench, servers, rounds.orElse(quick ? 1 : 3), pass, warm);
  }
}
