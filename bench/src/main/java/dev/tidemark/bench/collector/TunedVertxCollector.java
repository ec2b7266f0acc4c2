package dev.tidemark.bench.collector;

import java.time.Duration;

/** {@link VertxCollector} with the collector's pace of requests to Kafka; for comparison. */
public final class TunedVertxCollector {
  private TunedVertxCollector() {}

  public static void main(String[] arguments) throws Exception {
    ServerTask task = ServerTask.parse(arguments);
    VertxCollector.serve(task, task.producer(Duration.ofMillis(200), ServerTask.Pace.OF_BROKER));
  }
}
