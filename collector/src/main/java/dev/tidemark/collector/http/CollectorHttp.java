package dev.tidemark.collector.http;

import dev.tidemark.collector.config.CollectorConfig;
import dev.tidemark.collector.config.KeySet;
import dev.tidemark.collector.event.UuidV7;
import dev.tidemark.collector.metrics.CollectorMetrics;
import dev.tidemark.collector.spill.Durability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import spark.Service;
import spark.embeddedserver.EmbeddedServers;
import spark.http.matching.MatcherFilter;

/** The collector's endpoints and the server under them. */
public final class CollectorHttp {
  private static final Logger LOG = LoggerFactory.getLogger(CollectorHttp.class);

  private static final int LOOK_MILLIS = 20;
  private static final int WORKER_IDLE_SECONDS = 60;

  private final CollectorConfig config;
  private final Endpoints endpoints;
  private final Sources sources;
  private final Status status;
  private final InFlight inFlight = new InFlight();
  private final Service service = Service.ignite();
  private final ScheduledThreadPoolExecutor deadlines;
  private final ThreadPoolExecutor workers;
  private final AtomicReference<JettyServer> server = new AtomicReference<>();

  public CollectorHttp(
      CollectorConfig config,
      Durability durability,
      Readiness readiness,
      CollectorMetrics metrics,
      Clock clock,
      UuidV7 ids) {
    this.config = config;
    this.deadlines =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "collector-deadlines");
              thread.setDaemon(true);
              return thread;
            });
    this.sources = new Sources(config.keySet());
    this.status = new Status(readiness, metrics, config.metricsFrom());
    this.workers = workers(config.threads());
    Intake intake = new Intake(config, durability, workers, sources, metrics, clock, ids);
    this.endpoints = new Endpoints(config, intake, status, inFlight, metrics);
  }

  /** How many wait for one of them is bounded by the admission limit. */
  private static ThreadPoolExecutor workers(int most) {
    AtomicInteger count = new AtomicInteger();
    ThreadPoolExecutor workers =
        new ThreadPoolExecutor(
            most,
            most,
            WORKER_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> new Thread(task, "collector-worker-" + count.incrementAndGet()));
    workers.allowCoreThreadTimeOut(true);
    return workers;
  }

  /**
   * Listens, and returns when requests are served.
   *
   * @throws UncheckedIOException if it cannot, such as for a port in use
   */
  public void start() {
    var unused =
        deadlines.scheduleWithFixedDelay(
            () -> inFlight.look(System.nanoTime()),
            LOOK_MILLIS,
            LOOK_MILLIS,
            TimeUnit.MILLISECONDS);
    // SparkJava looks its server up in a map of the process: an identity of our own keeps several
    // collectors apart.
    Object identity = new Object();
    EmbeddedServers.add(
        identity,
        (others, files, exceptions, more) -> {
          KnownRoutes routes = new KnownRoutes();
          endpoints.addTo(routes);
          MatcherFilter matcher = new MatcherFilter(routes, files, exceptions, false, false);
          Cors cors = new Cors(config.allowedOrigins(), sources);
          server.set(new JettyServer(config, new RoutingHandler(matcher, cors), slowHeaders()));
          return server.get();
        });
    AtomicReference<Exception> failure = new AtomicReference<>();
    service.embeddedServerIdentifier(identity);
    service.initExceptionHandler(failure::set);
    service.ipAddress(config.bindAddress());
    service.port(config.port());
    service.init();
    service.awaitInitialization();
    if (failure.get() != null) {
      Throwable root = failure.get();
      while (root.getCause() != null) {
        root = root.getCause();
      }
      throw new UncheckedIOException(
          "Cannot listen on "
              + config.bindAddress()
              + ":"
              + config.port()
              + " ("
              + root.getMessage()
              + "); another port: --set collector.port=PORT",
          new IOException(failure.get()));
    }
    LOG.info("Listening on {}:{}", config.bindAddress(), port());
  }

  private SlowHeaders slowHeaders() {
    SlowHeaders slow = new SlowHeaders(config.headersWithin(), System::nanoTime);
    var unused = deadlines.scheduleWithFixedDelay(slow::look, 1, 1, TimeUnit.SECONDS);
    return slow;
  }

  /** Puts other write keys in force. */
  public void replaceKeys(KeySet keys) {
    sources.replace(keys);
  }

  public int port() {
    return service.port();
  }

  /** Says from now on that it is not ready, and goes on serving. */
  public void drain() {
    status.become(Serving.DRAINING);
  }

  /** Takes nothing new, and waits for what is in flight. */
  public void finish() throws InterruptedException {
    status.become(Serving.CLOSING);
    JettyServer started = server.get();
    if (started != null) {
      started.stopAccepting();
    }
    if (!inFlight.awaitNone(config.drainLimit())) {
      LOG.warn("Requests were still in flight after {}; they get no answer", config.drainLimit());
    }
  }

  public void stop() {
    if (server.get() != null) {
      service.stop();
      service.awaitStop();
    }
    workers.shutdown();
    deadlines.shutdownNow();
  }
}
