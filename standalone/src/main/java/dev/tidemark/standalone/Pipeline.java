package dev.tidemark.standalone;

import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.batch.process.SparkSettings;
import dev.tidemark.collector.Collector;
import dev.tidemark.coordinator.Coordinator;
import dev.tidemark.coordinator.action.EmbeddedEngine;
import dev.tidemark.coordinator.action.Engines;
import dev.tidemark.coordinator.api.CoordinatorHttp;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.notify.Notifiers;
import dev.tidemark.coordinator.observe.CoordinatorListener;
import dev.tidemark.coordinator.observe.WriteCheck;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.coordinator.schedule.Ticker;
import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.embedded.EmbeddedKafka;
import dev.tidemark.ingest.RestartingIngest;
import dev.tidemark.ingest.config.HttpConfig;
import dev.tidemark.ingest.http.StatusServer;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.hadoop.ShortWaits;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.standalone.config.PipelineConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The whole pipeline in one process: a real Kafka, a real HDFS, Spark, and the three programs on
 * them. All it knows is in its data directory, and it goes on there after being stopped or killed.
 */
public final class Pipeline implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);
  private static final Set<String> ANY_ADDRESS = Set.of("0.0.0.0", "::", "[::]");

  private final PipelineConfig config;
  private final Clock clock;
  private final Deque<AutoCloseable> running = new ArrayDeque<>();
  private final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final List<RestartingIngest> streams = new CopyOnWriteArrayList<>();
  private final List<View> views = new ArrayList<>();
  private EmbeddedKafka kafka;
  private Collector collector;
  private CoordinatorHttp coordinators;
  private boolean closed;

  private Pipeline(PipelineConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  /** One dataset, for those who look at it. */
  public record View(DatasetConfig dataset, Operations operations, SparkProcessing processing) {}

  /**
   * Starts everything, and returns when all of it runs.
   *
   * @throws RuntimeException if a part does not start; the others are stopped again
   */
  public static Pipeline start(PipelineConfig config, DataDirectory directory, Clock clock) {
    Pipeline pipeline = new Pipeline(config, clock);
    try {
      pipeline.startAll(directory);
      return pipeline;
    } catch (RuntimeException e) {
      pipeline.close();
      throw e;
    }
  }

  private void startAll(DataDirectory directory) {
    // Before anything else: a port that is taken is told at once.
    config.api().ifPresent(CoordinatorHttp::requireFree);
    coordinators = new CoordinatorHttp(metrics, clock);
    // Side by side: each of the three takes seconds, most of them waiting.
    CompletableFuture<EmbeddedKafka> kafkaStart =
        async(
            () -> {
              EmbeddedKafka started =
                  new EmbeddedKafka(directory.resolve("kafka"), config.kafkaPort().getAsInt());
              keep(started);
              return started.start();
            });
    CompletableFuture<EmbeddedHdfs> hdfsStart =
        async(
            () -> {
              EmbeddedHdfs started =
                  new EmbeddedHdfs(directory.resolve("hdfs"), config.hdfsPort().getAsInt());
              keep(started);
              return started.start();
            });
    CompletableFuture<SparkSession> sparkStart =
        async(
            () -> {
              SparkSession started = spark(directory);
              keep(started::stop);
              return started;
            });
    kafka = join(kafkaStart);
    join(hdfsStart);
    SparkSession spark = join(sparkStart);
    createTopics();
    config.ingest().http().ifPresent(this::serveStatus);
    for (int i = 0; i < config.datasets().size(); i++) {
      startDataset(config.datasets().get(i), config.coordinators().get(i), spark);
    }
    // When there is something to tell of.
    config.api().ifPresent(api -> keep(coordinators.start(api)));
    // Last, when all that it feeds is there.
    collector = Collector.wire(config.kafka(), config.collector(), clock);
    collector.start();
    keep(collector);
    config.api().filter(api -> api.collectors().isEmpty()).ifPresent(api -> showCollector());
  }

  /** The API tells what the collector of this process counts, unless it is told of others. */
  private void showCollector() {
    String bound = config.collector().bindAddress();
    String host = ANY_ADDRESS.contains(bound) ? "127.0.0.1" : bound;
    String scheme = config.collector().tls().isPresent() ? "https" : "http";
    coordinators.collectsFrom(
        URI.create(
            scheme
                + "://"
                + (host.contains(":") ? "[" + host + "]" : host)
                + ":"
                + collector.port()));
  }

  private void serveStatus(HttpConfig http) {
    keep(
        StatusServer.start(
            http, () -> streams.stream().map(RestartingIngest::health).toList(), metrics::scrape));
  }

  private static <T> CompletableFuture<T> async(Callable<T> start) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return start.call();
          } catch (Exception e) {
            throw new CompletionException(e.getMessage(), e);
          }
        },
        task -> new Thread(task, "start").start());
  }

  private static <T> T join(CompletableFuture<T> start) {
    try {
      return start.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalStateException(cause.getMessage(), cause);
    }
  }

  private synchronized void keep(AutoCloseable part) {
    running.push(part);
  }

  private SparkSession spark(DataDirectory directory) {
    SparkSession.Builder builder =
        SparkSession.builder()
            .appName("tidemark")
            .master(config.ingest().sparkMaster().orElse("local[2]"))
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            // A long hour being processed does not keep the stream waiting.
            .config("spark.scheduler.mode", "FAIR")
            .config("spark.local.dir", directory.resolve("spark").toString())
            .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
            .config("spark.sql.streaming.numRecentProgressUpdates", "10");
    SparkSettings.of(config.batch()).forEach(builder::config);
    SparkSession session = builder.getOrCreate();
    ShortWaits.addTo(session.sparkContext().hadoopConfiguration());
    return session;
  }

  private void createTopics() {
    try {
      for (DatasetConfig dataset : config.datasets()) {
        for (String topic : dataset.topics()) {
          kafka.createTopic(topic, config.standalone().topicPartitions());
        }
      }
      kafka.createTopic(config.collector().topic(), config.standalone().topicPartitions());
      kafka.createTopic(config.collector().rejectedTopic(), 1);
    } catch (java.io.IOException e) {
      throw new IllegalStateException("The topics could not be made: " + e.getMessage(), e);
    }
  }

  /** What waits for a person is told by {@link #failure}, and keeps nothing else from starting. */
  private static void awaitStart(RestartingIngest ingest) {
    try {
      ingest.awaitStart();
    } catch (RuntimeException e) {
      if (!needsOperator(e)) {
        throw e;
      }
    }
  }

  /** Whether a stream that died for this starts again once a person has done something. */
  public static boolean needsOperator(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(LandingException.NeedsOperator.class::isInstance);
  }

  private void startDataset(DatasetConfig dataset, CoordinatorConfig policy, SparkSession spark) {
    LandingFileSystem files = FileSystems.open(dataset.root());
    SparkProcessing processing = EmbeddedEngine.on(() -> spark, dataset, files, config.batch());
    RestartingIngest ingest =
        RestartingIngest.wire(spark, dataset, config.kafka(), config.ingest(), metrics, clock);
    keep(ingest);
    ingest.start();
    streams.add(ingest);
    awaitStart(ingest);
    CoordinatorListener listener =
        coordinators.watch(
            dataset, files, Ticker.longestPause(policy.schedule(), clock), policy.serviceLevel());
    Coordinator coordinator =
        Coordinator.wire(
            dataset,
            policy,
            journal(dataset, files, "coordinator " + UUID.randomUUID(), listener),
            files,
            engine(dataset, policy, files, processing),
            clock,
            id -> true,
            listener);
    keep(coordinator);
    keep(coordinators.tells(Notifiers.start(dataset, policy, config.targets(), files, clock)));
    keep(
        Ticker.start(dataset.name(), policy.schedule(), coordinator::tick)
            .every("upkeep", policy.lease().dividedBy(3), coordinator::upkeep)
            .every("write check", WriteCheck.EVERY, coordinator::checkWrites));
    views.add(
        new View(
            dataset,
            new Operations(
                dataset, journal(dataset, files, "standalone", CoordinatorListener.NONE), clock),
            processing));
  }

  private Processing engine(
      DatasetConfig dataset,
      CoordinatorConfig policy,
      LandingFileSystem files,
      Processing onSharedSession) {
    if (config.batch().engine() == Engine.EMBEDDED) {
      return onSharedSession;
    }
    Processing engine = Engines.start(dataset, files, config.batch(), policy);
    keep(engine);
    return engine;
  }

  private Journal journal(
      DatasetConfig dataset, LandingFileSystem files, String by, Journal.Listener listener) {
    return Journal.of(
        files, clock, by, Journal.Upkeep.keeping(dataset.retention().log()), listener);
  }

  /** Where the collector listens. */
  public int collectorPort() {
    return collector.port();
  }

  /** Where the console is, if it is anywhere. */
  public String consoleAddress() {
    return config
        .api()
        .map(api -> "http://" + api.host() + ":" + coordinators.port() + "/")
        .orElse("nowhere: coordinator.http.port is not set");
  }

  public List<View> views() {
    return List.copyOf(views);
  }

  /** Why a stream died for good, if one did: a pipeline that does not land is not well. */
  public Optional<Throwable> failure() {
    return streams.stream().map(RestartingIngest::failure).flatMap(Optional::stream).findFirst();
  }

  /** Stops everything, the last that was started first. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (AutoCloseable part : running) {
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not stop: {}", part, e.getMessage());
      }
    }
  }
}
