package dev.tidemark.ingest;

import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;

/** Runs the streams of all datasets until stopped; ends with 1 when one of them dies. */
@Command(
    name = "ingest",
    mixinStandardHelpOptions = true,
    description = "Lands the Kafka topics in hour partitions, until stopped.")
public final class IngestCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(IngestCommand.class);

  private final ConfigSource source;

  public IngestCommand(ConfigSource source) {
    this.source = source;
  }

  @Override
  public Integer call() {
    ConfigFile file = source.load();
    Problems problems = new Problems();
    IngestConfig config = IngestConfig.read(file.root(problems));
    KafkaConfig kafka = KafkaConfig.read(file.root(problems));
    List<DatasetConfig> datasets = DatasetConfig.readAll(file.root(problems));
    problems.throwIfAny();
    SparkSession.Builder builder = SparkSession.builder().appName("tidemark-ingest");
    config.sparkMaster().ifPresent(builder::master);
    SparkSession spark =
        builder
            .config("spark.sql.session.timeZone", "UTC")
            // Stopping on SIGTERM is ours: first the running micro-batch, then Spark.
            .config("spark.ui.enabled", "false")
            .getOrCreate();
    List<Ingest> streams = new ArrayList<>();
    Thread drain = new Thread(() -> streams.forEach(Ingest::close), "drain");
    Runtime.getRuntime().addShutdownHook(drain);
    datasets.forEach(d -> streams.add(Ingest.wire(spark, d, kafka, config).start()));
    try {
      spark.streams().awaitAnyTermination();
      return 0;
    } catch (StreamingQueryException e) {
      LOG.error("A stream died: {}", e.getMessage());
      return 1;
    }
  }
}
