package dev.tidemark.ingest;

import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Problems;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.SparkConf;
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

  // Hooks with a higher priority run earlier; Spark's has 40.
  private static final int BEFORE_SPARK = 100;

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
    // spark-submit says where to run; without it, here.
    if (config.sparkMaster().isPresent() || !new SparkConf().contains("spark.master")) {
      String master = config.sparkMaster().orElse("local[*]");
      builder.master(master);
      if (master.startsWith("local")) {
        // All of it is in this process; nobody else has to reach it.
        builder.config("spark.driver.host", "127.0.0.1");
        builder.config("spark.driver.bindAddress", "127.0.0.1");
      }
    }
    SparkSession spark =
        builder
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.ui.enabled", "false")
            .getOrCreate();
    List<Ingest> streams = new CopyOnWriteArrayList<>();
    // Among Hadoop's hooks, which run one after another: a hook of the JVM's own would run beside
    // the one that stops Spark, and so take it away from the running micro-batch.
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> streams.forEach(Ingest::close),
            BEFORE_SPARK,
            Ingest.PATIENCE.plusSeconds(10).toSeconds(),
            TimeUnit.SECONDS);
    for (DatasetConfig dataset : datasets) {
      streams.add(Ingest.wire(spark, dataset, kafka, config, Clock.systemUTC()).start());
    }
    try {
      spark.streams().awaitAnyTermination();
      return 0;
    } catch (StreamingQueryException e) {
      LOG.error("A stream died: {}", e.getMessage());
      return 1;
    }
  }
}
