package dev.tidemark.bench.landing;

import dev.tidemark.ingest.Ingest;
import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.Section;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.SourceState;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/** {@code tidemark ingest} with its own defaults. */
final class TidemarkLander implements Lander {
  private static final long LOOK_MILLIS = 20;

  private final Task task;
  private final SparkSession spark;

  TidemarkLander(Task task) {
    this.task = task;
    this.spark = Sessions.local(task);
  }

  @Override
  public AutoCloseable land(URI target) throws Exception {
    String yaml =
        """
        kafka: {bootstrap.servers: "%s"}
        datasets: [{name: bench, root: "%s", topics: ["%s"]}]
        ingest: {checkpoint-dir: "%s"}
        """
            .formatted(task.brokers(), target, task.topic(), task.scratch());
    Problems problems = new Problems();
    Section root = ConfigFile.parse(yaml, "bench", Map.of(), List.of()).root(problems);
    KafkaConfig kafka = KafkaConfig.read(root);
    DatasetConfig dataset = DatasetConfig.readAll(root).get(0);
    IngestConfig config = IngestConfig.read(root);
    problems.throwIfAny();
    Ingest ingest = Ingest.wire(spark, dataset, kafka, config, Clock.systemUTC()).start();
    try {
      Journal journal =
          Journal.of(FileSystems.open(target, task.hadoop()), Clock.systemUTC(), "bench");
      while (!isLanded(journal.refresh())) {
        if (!ingest.isActive()) {
          throw new IllegalStateException("The stream died", ingest.failure().orElse(null));
        }
        Thread.sleep(LOOK_MILLIS);
      }
      return ingest;
    } catch (Exception e) {
      ingest.close();
      throw e;
    }
  }

  private boolean isLanded(LandingState state) {
    return state.pending().isEmpty()
        && state.sources().values().stream().mapToLong(SourceState::landed).sum() == task.events();
  }

  @Override
  public void close() {
    spark.stop();
  }
}
