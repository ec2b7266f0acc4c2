package dev.tidemark.bench.collector;

import dev.tidemark.bench.Goal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the comparison should come to. */
final class Goals {
  /** The collector's {@code linger.ms}. */
  private static final int LINGER_MILLIS = 0;

  private Goals() {}

  /** Those for which all that they compare was measured. */
  static List<Goal> of(Map<Server, Map<Shape, Figures>> figures) {
    List<Goal> goals = new ArrayList<>();
    atLeast(goals, 1, figures, Shape.FEW, Server.VERTX);
    atLeast(goals, 1, figures, Shape.MANY, Server.VERTX);
    atLeast(goals, 2.5, figures, Shape.FEW, Server.FLUME);
    atLeast(goals, 2.5, figures, Shape.MANY, Server.FLUME);
    if (figures.containsKey(Server.TIDEMARK)) {
      double p99 = figures.get(Server.TIDEMARK).get(Shape.FEW).p99();
      goals.add(
          new Goal("collector-64 p99", "milliseconds", p99, Goal.Bound.AT_MOST, LINGER_MILLIS + 8));
    }
    atLeast(goals, 0.9, figures, Shape.BATCHES, Server.VERTX);
    atLeast(goals, 0.7, figures, Shape.BATCHES, Server.PRODUCER_TOOL);
    return goals;
  }

  private static void atLeast(
      List<Goal> goals,
      double limit,
      Map<Server, Map<Shape, Figures>> figures,
      Shape shape,
      Server peer) {
    if (figures.containsKey(Server.TIDEMARK) && figures.containsKey(peer)) {
      goals.add(
          Goal.ratioAtLeast(
              limit,
              "collector-" + shape.label() + " vs " + peer.label(),
              figures.get(Server.TIDEMARK).get(shape).eventsPerSecond()
                  / figures.get(peer).get(shape).eventsPerSecond()));
    }
  }
}
