package dev.tidemark.bench.landing;

import dev.tidemark.bench.Goal;
import dev.tidemark.bench.Recordings;
import dev.tidemark.bench.TemporaryDirectory;
import dev.tidemark.bench.WorkerProcess;
import dev.tidemark.embedded.ExternalHdfs;
import dev.tidemark.embedded.ExternalKafka;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** From one topic to one HDFS: ours, two peers, and a bare consumer as the limit, in turn. */
@Command(
    name = "landing",
    mixinStandardHelpOptions = true,
    description = "Lands a topic in hour directories on HDFS, exactly once, as fast as it goes.")
public final class LandingBenchmark implements Callable<Integer> {
  private static final String TOPIC = "events";
  private static final int PARTITIONS = 2;
  private static final Set<Peer> COMPARED =
      EnumSet.of(Peer.TIDEMARK, Peer.BARE_CONSUMER, Peer.FLINK_FILE_SINK, Peer.SPARK_JSON_SINK);

  @Spec private CommandSpec spec;

  @Option(
      names = "--quick",
      description = "2,000,000 events instead of 5,000,000, and one pass that counts.")
  private boolean quick;

  @Option(names = "--rounds", description = "Passes that count; 3, or 1 with --quick.")
  private Optional<Integer> rounds = Optional.empty();

  @Option(
      names = "--directory",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "Where Kafka and HDFS keep their data, default ${DEFAULT-VALUE}.")
  private Path directory;

  @Option(
      names = "--peers",
      split = ",",
      converter = PeerByLabel.class,
      completionCandidates = PeerLabels.class,
      description = "Only these: ${COMPLETION-CANDIDATES}. Goals need all that they compare.")
  private Set<Peer> peers = EnumSet.allOf(Peer.class);

  @Option(
      names = "--recordings",
      description = "Records each program with Java's Flight Recorder, in this directory.")
  private Optional<Path> recordings = Optional.empty();

  private static final class PeerByLabel implements ITypeConverter<Peer> {
    @Override
    public Peer convert(String label) {
      try {
        return Peer.named(label);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  private static final class PeerLabels implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Peer.labels().iterator();
    }
  }

  @Override
  public Integer call() throws IOException {
    long events = quick ? 2_000_000 : 5_000_000;
    try (TemporaryDirectory own = TemporaryDirectory.in(directory);
        ExternalKafka kafka = new ExternalKafka(own.path().resolve("kafka"), 0).start();
        ExternalHdfs hdfs = new ExternalHdfs(own.path().resolve("hdfs"), 0).start()) {
      kafka.createTopic(TOPIC, PARTITIONS);
      long bytes =
          new Filling(kafka.bootstrapServers(), TOPIC, PARTITIONS)
              .fill(events, Instant.now().minus(Duration.ofHours(3)), Duration.ofHours(3));
      Path scratch = Files.createDirectories(own.path().resolve("scratch"));
      Task task =
          new Task(kafka.bootstrapServers(), TOPIC, PARTITIONS, events, hdfs.uri(), scratch);
      say("%,d events, %,.0f MB, %d topic-partitions", events, bytes / 1e6, PARTITIONS);
      Map<Peer, Figures> figures = measure(task, bytes);
      figures.forEach((peer, f) -> say("%-16s %s", peer.label(), f));
      List<Goal> goals = goals(figures);
      goals.forEach(goal -> say("%s", goal));
      if (figures.keySet().containsAll(EnumSet.of(Peer.TIDEMARK, Peer.BARE_CONSUMER))) {
        say(
            "landing vs bare-consumer, stretch: ratio=%.2f goal>=0.80 (not required)",
            rate(figures, Peer.BARE_CONSUMER));
      }
      if (figures.keySet().containsAll(EnumSet.of(Peer.TIDEMARK, Peer.FLINK_TUNED))) {
        say("landing vs flink-tuned: ratio=%.2f (for comparison)", rate(figures, Peer.FLINK_TUNED));
      }
      return goals.stream().allMatch(Goal::isMet) ? 0 : 1;
    }
  }

  private Map<Peer, Figures> measure(Task task, long bytes) throws IOException {
    List<LanderProcess> landers = new ArrayList<>();
    Map<Peer, List<Pass>> passes = new EnumMap<>(Peer.class);
    try {
      for (Peer peer : peers) {
        landers.add(LanderProcess.start(peer, task, jvmOptions(peer, task.scratch())));
        passes.put(peer, new ArrayList<>());
      }
      Landed landed = new Landed(task);
      // Nobody is always the first to run after the one that leaves the machine busiest.
      int warmUps = quick ? 1 : 2;
      for (int round = 1 - warmUps; round <= rounds.orElse(quick ? 1 : 3); round++) {
        for (LanderProcess lander : landers) {
          URI target = landed.target(lander.peer(), round + warmUps);
          Pass pass = lander.land(target);
          landed.requireBytes(target, bytes);
          landed.remove(target);
          say(
              "  %s %-16s %s",
              round <= 0 ? "warm-up" : "round " + round, lander.peer().label(), pass);
          if (round > 0) {
            passes.get(lander.peer()).add(pass);
          }
        }
        Collections.rotate(landers, 1);
      }
    } finally {
      for (LanderProcess lander : landers) {
        lander.close();
      }
    }
    Map<Peer, Figures> figures = new EnumMap<>(Peer.class);
    passes.forEach((peer, all) -> figures.put(peer, Figures.of(all)));
    return figures;
  }

  private List<String> jvmOptions(Peer peer, Path scratch) {
    List<String> options = new ArrayList<>(WorkerProcess.options(peer.label(), scratch));
    options.add("-Xmx1g");
    options.addAll(Recordings.options(recordings, peer.label()));
    return options;
  }

  private static List<Goal> goals(Map<Peer, Figures> figures) {
    if (!figures.keySet().containsAll(COMPARED)) {
      return List.of();
    }
    Figures ours = figures.get(Peer.TIDEMARK);
    return List.of(
        Goal.ratioAtLeast(1.3, "landing vs flink-filesink", rate(figures, Peer.FLINK_FILE_SINK)),
        Goal.ratioAtLeast(3, "landing vs spark-json-sink", rate(figures, Peer.SPARK_JSON_SINK)),
        Goal.ratioAtLeast(0.65, "landing vs bare-consumer", rate(figures, Peer.BARE_CONSUMER)),
        Goal.ratioAtMost(
            2,
            "landing CPU per event vs bare-consumer",
            ours.cpuSecondsPerMillion() / figures.get(Peer.BARE_CONSUMER).cpuSecondsPerMillion()),
        new Goal("landing memory", "gigabytes", ours.peakGigabytes(), Goal.Bound.AT_MOST, 1.5));
  }

  private static double rate(Map<Peer, Figures> figures, Peer peer) {
    return figures.get(Peer.TIDEMARK).eventsPerSecond() / figures.get(peer).eventsPerSecond();
  }

  private void say(String format, Object... arguments) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(String.format(Locale.ROOT, format, arguments));
    out.flush();
  }
}
