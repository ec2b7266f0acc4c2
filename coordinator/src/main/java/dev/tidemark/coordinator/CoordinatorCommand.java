package dev.tidemark.coordinator;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.process.EventTypes;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.coordinator.action.Engines;
import dev.tidemark.coordinator.api.CoordinatorHttp;
import dev.tidemark.coordinator.config.ApiConfig;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.coordinator.notify.Notifiers;
import dev.tidemark.coordinator.observe.CoordinatorListener;
import dev.tidemark.coordinator.observe.WriteCheck;
import dev.tidemark.coordinator.schedule.Ticker;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.ConfigSource;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.HadoopConfig;
import dev.tidemark.landing.config.Problems;
import dev.tidemark.landing.config.ProgramClock;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.RenameProbe;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.hadoop.HadoopLogin;
import dev.tidemark.landing.log.Journal;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.ShutdownHookManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;

/** Runs the coordinators of all datasets until stopped. */
@Command(
    name = "coordinator",
    mixinStandardHelpOptions = true,
    description = "Closes, processes, publishes and archives partitions, until stopped.")
public final class CoordinatorCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorCommand.class);

  // Hooks with a higher priority run earlier; Spark's has 40.
  private static final int BEFORE_SPARK = 100;

  // More than a coordinator waits for what it is processing.
  private static final int STOP_SECONDS = 60;

  private final ConfigSource source;

  public CoordinatorCommand(ConfigSource source) {
    this.source = source;
  }

  @Override
  public Integer call() {
    ConfigFile file = source.load();
    Problems problems = new Problems();
    List<CoordinatorConfig> policies = CoordinatorConfig.readAll(file.root(problems));
    List<NotifyConfig> targets = NotifyConfig.readAll(file.root(problems));
    Optional<ApiConfig> api = ApiConfig.read(file.root(problems));
    BatchConfig batch = BatchConfig.read(file.root(problems));
    List<DatasetConfig> datasets = DatasetConfig.readAll(file.root(problems));
    HadoopConfig hadoop = HadoopConfig.read(file.root(problems));
    problems.throwIfAny();
    // The engines read them again; a mistake is told before a port is open and Spark has started.
    EventTypes.load(batch.eventTypesDir());
    HadoopLogin.as(hadoop);
    CountDownLatch stopped = new CountDownLatch(1);
    Deque<AutoCloseable> running = new ArrayDeque<>();
    CoordinatorHttp http = new CoordinatorHttp(metrics(), ProgramClock.utc());
    List<Watched> watched = new ArrayList<>();
    for (int i = 0; i < datasets.size(); i++) {
      watched.add(Watched.of(datasets.get(i), policies.get(i), http));
    }
    // Before anything is done: a port that is taken is told at once.
    api.ifPresent(http::start);
    for (Watched each : watched) {
      start(each, batch, targets, http, running);
    }
    api.ifPresent(listening -> running.push(http));
    // Among Hadoop's hooks, which run one after another: a hook of the JVM's own would run beside
    // the one that stops Spark, and so take it away from what is being processed.
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> stop(running, stopped),
            BEFORE_SPARK,
            // One after another.
            STOP_SECONDS * (long) datasets.size(),
            TimeUnit.SECONDS);
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private static PrometheusMeterRegistry metrics() {
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new JvmMemoryMetrics().bindTo(metrics);
    new JvmGcMetrics().bindTo(metrics);
    return metrics;
  }

  /** A dataset that is served, and is not looked after yet. */
  private record Watched(
      DatasetConfig dataset,
      CoordinatorConfig config,
      LandingFileSystem files,
      CoordinatorListener listener) {
    static Watched of(DatasetConfig dataset, CoordinatorConfig config, CoordinatorHttp http) {
      LandingFileSystem files = FileSystems.open(dataset.root());
      return new Watched(
          dataset,
          config,
          files,
          http.watch(
              dataset,
              files,
              Ticker.longestPause(config.schedule(), ProgramClock.utc()),
              config.serviceLevel()));
    }
  }

  private static void start(
      Watched watched,
      BatchConfig batch,
      List<NotifyConfig> targets,
      CoordinatorHttp http,
      Deque<AutoCloseable> running) {
    Clock clock = ProgramClock.utc();
    DatasetConfig dataset = watched.dataset();
    CoordinatorConfig config = watched.config();
    LandingFileSystem files = watched.files();
    CoordinatorListener listener = watched.listener();
    probe(dataset, files);
    Journal journal =
        Journal.of(
            files,
            clock,
            "coordinator " + UUID.randomUUID(),
            Journal.Upkeep.keeping(dataset.retention().log()),
            listener);
    Processing processing = Engines.start(dataset, files, batch, config);
    Coordinator coordinator =
        Coordinator.wire(dataset, config, journal, files, processing, clock, id -> true, listener);
    // Last of all: the engines of several datasets are on one Spark.
    running.addLast(processing);
    running.push(coordinator);
    running.push(http.tells(Notifiers.start(dataset, config, targets, files, clock)));
    running.push(
        Ticker.start(dataset.name(), config.schedule(), coordinator::tick)
            .every("upkeep", config.lease().dividedBy(3), coordinator::upkeep)
            .every("write check", WriteCheck.EVERY, coordinator::checkWrites));
    LOG.info(
        "{}: looking for work at '{}' in {}", dataset.name(), config.schedule(), dataset.root());
  }

  /** A root that cannot be reached now may be at the next tick; one that is not fit never is. */
  private static void probe(DatasetConfig dataset, LandingFileSystem files) {
    try {
      RenameProbe.require(files);
    } catch (LandingException.Unavailable e) {
      LOG.warn("{}: {}", dataset.name(), e.getMessage());
    }
  }

  private static void stop(Deque<AutoCloseable> running, CountDownLatch stopped) {
    for (AutoCloseable part : running) {
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not stop: {}", part, e.getMessage());
      }
    }
    stopped.countDown();
  }
}
