package dev.tidemark.bench.collector;

import dev.tidemark.bench.Goal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All servers in turn under the same load, each beginning with another one each time; all run all
 * the time, for an idle server costs next to nothing and a warm one must not start anew.
 *
 * @param rounds passes that count
 * @param pass how long each is
 * @param warmUp requests of one event that each server has had before
 */
record Comparison(Bench bench, Set<Server> servers, int rounds, Duration pass, int warmUp) {
  private static final Duration WARM_UP_STEP = Duration.ofSeconds(3);

  /** Batches come last: by then most is compiled. */
  private static final Duration WARM_UP_BATCHES = Duration.ofSeconds(8);

  List<Goal> run() throws IOException {
    List<ServerProcess> started = new ArrayList<>();
    Map<Server, Map<Shape, List<Figures>>> passes = new EnumMap<>(Server.class);
    try {
      for (Server server : servers) {
        started.add(bench.start(server));
        passes.put(server, new EnumMap<>(Shape.class));
      }
      for (ServerProcess server : started) {
        warmUp(server);
      }
      for (int round = 1; round <= rounds; round++) {
        for (Shape shape : Shape.values()) {
          for (ServerProcess server : started) {
            if (shapes(server.server()).contains(shape)) {
              Figures figures = measure(server, shape, pass);
              bench.say(
                  "  round %d %-5s %-13s %s",
                  round, shape.label(), server.server().label(), figures);
              passes
                  .get(server.server())
                  .computeIfAbsent(shape, s -> new ArrayList<>())
                  .add(figures);
            }
          }
          Collections.rotate(started, 1);
        }
      }
    } finally {
      for (ServerProcess server : started) {
        server.close();
      }
    }
    return Goals.of(report(passes));
  }

  private static Set<Shape> shapes(Server server) {
    return server.isHttp() ? EnumSet.allOf(Shape.class) : EnumSet.of(Shape.BATCHES);
  }

  private Map<Server, Map<Shape, Figures>> report(Map<Server, Map<Shape, List<Figures>>> passes) {
    Map<Server, Map<Shape, Figures>> figures = new EnumMap<>(Server.class);
    for (Shape shape : Shape.values()) {
      passes.forEach(
          (server, byShape) -> {
            if (byShape.containsKey(shape)) {
              Figures middle = Figures.middle(byShape.get(shape));
              figures.computeIfAbsent(server, s -> new EnumMap<>(Shape.class)).put(shape, middle);
              bench.say("%-5s %-13s %s", shape.label(), server.label(), middle);
            }
          });
    }
    return figures;
  }

  private void warmUp(ServerProcess server) throws IOException {
    if (!server.server().isHttp()) {
      measure(server, Shape.BATCHES, WARM_UP_BATCHES);
      return;
    }
    for (Shape shape : EnumSet.of(Shape.FEW, Shape.MANY)) {
      double sent = 0;
      while (sent < warmUp / 2.0) {
        sent += measure(server, shape, WARM_UP_STEP).eventsPerSecond() * WARM_UP_STEP.toSeconds();
      }
    }
    measure(server, Shape.BATCHES, WARM_UP_BATCHES);
  }

  private Figures measure(ServerProcess server, Shape shape, Duration duration) throws IOException {
    try (Topic topic = bench.topic(server.server())) {
      long before = topic.records();
      long cpu = server.cpuNanos();
      long brokerCpu = ServerProcess.cpuNanos(bench.kafka().pid());
      Outcome outcome =
          server.server().isHttp()
              ? outcome(server, shape, duration)
              : outcome(server.ask("/", Long.toString(duration.toMillis())).body());
      double micros = outcome.events() * 1e3;
      Figures figures =
          new Figures(
              outcome.events() / outcome.seconds(),
              outcome.p50(),
              outcome.p99(),
              (server.cpuNanos() - cpu) / micros,
              (ServerProcess.cpuNanos(bench.kafka().pid()) - brokerCpu) / micros,
              server.peakGigabytes());
      topic.requireRecords(before + outcome.events());
      return figures;
    }
  }

  private record Outcome(long events, double seconds, double p50, double p99) {}

  private static Outcome outcome(ServerProcess server, Shape shape, Duration duration)
      throws IOException {
    Requests requests = Requests.of(shape.events(), CollectorProgram.KEY);
    LoadResult result = Load.closed(server.port(), requests, shape.connections()).run(duration);
    if (result.events() == 0 || result.lostCount() > 0 || result.answers().size() > 1) {
      throw new IOException(
          server.server().label()
              + " did not answer 200 to all: "
              + result.answers()
              + ", "
              + result.lostCount()
              + " connections lost");
    }
    return new Outcome(
        result.events(),
        result.seconds(),
        LoadResult.millis(result.kept(), 50),
        LoadResult.millis(result.kept(), 99));
  }

  private static Outcome outcome(String figures) {
    String[] words = figures.split(" ", -1);
    return new Outcome(
        Long.parseLong(words[0]), Long.parseLong(words[1]) / 1e9, Double.NaN, Double.NaN);
  }
}
