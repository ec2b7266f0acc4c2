package dev.tidemark.bench.collector;

import dev.tidemark.bench.Goal;
import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.kafka.common.TopicPartition;

/**
 * How quickly the collector answers while Kafka is killed, is away, and comes back; and whether
 * every event that it accepted is in the topic afterwards, by its id.
 */
final class Outage {
  private static final double RATE = 1_000;

  /** As many as requests may wait for Kafka until it is known to be away, and some more. */
  private static final int CONNECTIONS = 4_096;

  private static final Duration WARM_UP = Duration.ofSeconds(8);
  private static final Duration BEFORE = Duration.ofSeconds(2);

  private final Bench bench;
  private final Requests requests = Requests.of(1, CollectorProgram.KEY);
  private final BitSet accepted = new BitSet();
  private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
  private long events;

  Outage(Bench bench) {
    this.bench = bench;
  }

  List<Goal> run() throws IOException {
    try (ServerProcess server = bench.start(Server.TIDEMARK)) {
      LoadResult unused =
          Load.closed(server.port(), requests, Shape.FEW.connections()).run(WARM_UP);
      Map<TopicPartition, Long> from;
      try (Topic topic = bench.topic(Server.TIDEMARK)) {
        from = topic.ends();
      }
      bench.say("outage: %,.0f requests a second, in milliseconds", RATE);
      bench.say(
          "  %-10s %8s %8s %8s %8s %8s %8s %8s %8s  %s",
          "Kafka",
          "p50",
          "p99",
          "p99.9",
          "most",
          "health50",
          "health99",
          "most",
          "unsent",
          "answers");
      Phase there = phase("there", server, Duration.ofSeconds(5), () -> null);
      Phase away = phase("killed", server, Duration.ofSeconds(22), this::kill);
      Phase back = phase("back", server, Duration.ofSeconds(15), () -> bench.kafka().start());
      try (Topic topic = bench.topic(Server.TIDEMARK)) {
        topic.requireEvents(accepted, from);
      }
      bench.say(
          "outage: all %,d events that were accepted are in the topic", accepted.cardinality());
      return goals(List.of(there, away, back));
    } finally {
      later.shutdownNow();
    }
  }

  private Object kill() throws IOException {
    bench.kafka().kill();
    return null;
  }

  private record Phase(LoadResult load, Histogram health) {}

  private static List<Goal> goals(List<Phase> phases) {
    return List.of(
        new Goal(
            "collector outage, /health p99",
            "milliseconds",
            phases.stream().mapToDouble(p -> LoadResult.millis(p.health, 99)).max().orElseThrow(),
            Goal.Bound.AT_MOST,
            100),
        new Goal(
            "collector outage, POST p99",
            "milliseconds",
            phases.stream()
                .mapToDouble(p -> LoadResult.millis(p.load.all(), 99))
                .max()
                .orElseThrow(),
            Goal.Bound.AT_MOST,
            4_000));
  }

  private Phase phase(String name, ServerProcess server, Duration duration, Callable<?> event)
      throws IOException {
    ScheduledFuture<?> happening = later.schedule(event, BEFORE.toMillis(), TimeUnit.MILLISECONDS);
    try (HealthProbe probe = HealthProbe.start(server.port())) {
      LoadResult result =
          new Load(server.port(), requests, CONNECTIONS, RATE, events).run(duration);
      events += (long) (RATE * duration.toSeconds()) + 1;
      Phase phase = new Phase(result, probe.finish());
      happening.get();
      accepted.or(result.accepted());
      report(name, phase);
      if (result.lostCount() > 0) {
        throw new IOException(result.lostCount() + " requests were not answered");
      }
      return phase;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }

  private void report(String name, Phase phase) {
    Histogram posts = phase.load.all();
    bench.say(
        "  %-10s %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f %8d  %s",
        name,
        LoadResult.millis(posts, 50),
        LoadResult.millis(posts, 99),
        LoadResult.millis(posts, 99.9),
        LoadResult.millis(posts, 100),
        LoadResult.millis(phase.health, 50),
        LoadResult.millis(phase.health, 99),
        LoadResult.millis(phase.health, 100),
        phase.load.unsentCount(),
        phase.load.answers());
  }
}
