package dev.tidemark.ingest;

import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.ingest.http.StatusServer;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.HadoopConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.ProgramClock;
import dev.tidemark.landing.hadoop.HadoopLogin;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;

/**
 * Runs the streams of all datasets until stopped. Ends with 1 when one of them dies for a reason
 * that does not pass, and within seconds then, whatever hangs.
 */
@Command(
    name = "ingest",
    mixinStandardHelpOptions = true,
    description = "Lands the Kafka topics in hour partitions, until stopped.")
public final class IngestCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(IngestCommand.class);

  // Hooks with a higher priority run earlier; Spark's has 40.
  private static final int BEFORE_SPARK = 100;

  private static final int FAILED = 1;

  /** How long the other streams may land what they are busy with when one has died. */
  private static final Duration EXIT_LIMIT = Duration.ofSeconds(10);

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
    HadoopConfig hadoop = HadoopConfig.read(file.root(problems));
    problems.throwIfAny();
    HadoopLogin.as(hadoop);
    try {
      return run(config, kafka, datasets);
    } catch (RuntimeException e) {
      ForcedExit.after(EXIT_LIMIT, FAILED);
      throw e;
    }
  }

  private static int run(IngestConfig config, KafkaConfig kafka, List<DatasetConfig> datasets) {
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new JvmMemoryMetrics().bindTo(metrics);
    new JvmGcMetrics().bindTo(metrics);
    SparkSession spark = spark(config);
    Clock clock = ProgramClock.utc();
    List<RestartingIngest> streams =
        datasets.stream()
            .map(d -> RestartingIngest.wire(spark, d, kafka, config, metrics, clock))
            .toList();
    config
        .http()
        .ifPresent(
            http ->
                StatusServer.start(
                    http,
                    () -> streams.stream().map(RestartingIngest::health).toList(),
                    metrics::scrape));
    // Among Hadoop's hooks, which run one after another: a hook of the JVM's own would run beside
    // the one that stops Spark, and so take it away from the running micro-batch.
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> streams.forEach(RestartingIngest::close),
            BEFORE_SPARK,
            Ingest.PATIENCE.plusSeconds(10).toSeconds(),
            TimeUnit.SECONDS);
    streams.forEach(RestartingIngest::start);
    return await(streams);
  }

  /** Waits until the first of them is over: they are stopped together, and one's death is all's. */
  private static int await(List<RestartingIngest> streams) {
    CompletableFuture<?>[] ends =
        streams.stream().map(RestartingIngest::ended).toArray(CompletableFuture[]::new);
    try {
      CompletableFuture.anyOf(ends).join();
      return 0;
    } catch (CompletionException e) {
      // The stream has said why.
      LOG.error("A stream died, so ingest ends with {}.", FAILED);
      ForcedExit.after(EXIT_LIMIT, FAILED);
      return FAILED;
    }
  }

  private static SparkSession spark(IngestConfig config) {
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
    return builder
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.ui.enabled", "false")
        .getOrCreate();
  }
}
