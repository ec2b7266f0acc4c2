package dev.tidemark.coordinator.api;

import dev.tidemark.coordinator.config.ApiConfig;
import dev.tidemark.coordinator.live.CollectorWatch;
import dev.tidemark.coordinator.live.Live;
import dev.tidemark.coordinator.metrics.CoordinatorMetrics;
import dev.tidemark.coordinator.metrics.NotifyMetrics;
import dev.tidemark.coordinator.notify.Notifiers;
import dev.tidemark.coordinator.observe.CoordinatorListener;
import dev.tidemark.coordinator.observe.TickHealth;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import spark.Service;
import spark.embeddedserver.EmbeddedServers;
import spark.http.matching.MatcherFilter;

/**
 * Health, metrics and the API of the coordinators of one process. It has journals of its own, so
 * that no request makes a tick wait.
 */
public final class CoordinatorHttp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorHttp.class);

  /** Requests that may need files at the same time. */
  static final int PLACES = 8;

  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final PrometheusMeterRegistry registry;
  private final Clock clock;
  private final Datasets datasets = new Datasets();
  private final List<TickHealth> health = new CopyOnWriteArrayList<>();
  private volatile Admission.ReadingFor readingFor = Admission.ReadingFor.EVERYBODY;
  private final AtomicReference<Service> running = new AtomicReference<>();
  private final CollectorWatch collectors;
  private final Streams streams;

  public CoordinatorHttp(PrometheusMeterRegistry registry, Clock clock) {
    this(registry, clock, HEARTBEAT);
  }

  CoordinatorHttp(PrometheusMeterRegistry registry, Clock clock, Duration heartbeat) {
    this.registry = registry;
    this.clock = clock;
    this.collectors = new CollectorWatch(clock);
    this.streams = new Streams(heartbeat, registry);
  }

  /**
   * Serves a dataset as well.
   *
   * @param pause the longest between two ticks
   * @return one who is to look on at its coordinator and its journal
   */
  public CoordinatorListener watch(DatasetConfig dataset, LandingFileSystem files, Duration pause) {
    return watch(dataset, files, pause, Optional.empty());
  }

  /**
   * Likewise.
   *
   * @param serviceLevel within which its partitions are to be published, if that was promised
   */
  public CoordinatorListener watch(
      DatasetConfig dataset,
      LandingFileSystem files,
      Duration pause,
      Optional<Duration> serviceLevel) {
    Journal journal =
        Journal.of(files, clock, "api", Journal.Upkeep.keeping(dataset.retention().log()));
    datasets.add(
        new Datasets.Served(
            dataset,
            new Operations(dataset, journal, clock),
            files,
            new Live(dataset, files, serviceLevel, clock)));
    TickHealth ticks = new TickHealth(dataset.name(), pause, clock);
    health.add(ticks);
    return CoordinatorListener.all(
        List.of(ticks, new CoordinatorMetrics(registry, dataset, clock)));
  }

  /** Shows how it goes with those who are told of a dataset. */
  public Notifiers tells(Notifiers notifiers) {
    NotifyMetrics.of(notifiers, registry);
    return notifiers;
  }

  /** Tells what this collector counts too. */
  public void collectsFrom(URI collector) {
    collectors.add(collector);
  }

  private List<TickHealth.Health> health() {
    return health.stream()
        .map(TickHealth::now)
        .map(h -> readingFor == Admission.ReadingFor.EVERYBODY ? h : h.withoutDetails())
        .toList();
  }

  List<Endpoint> endpoints() {
    List<Endpoint> all = new ArrayList<>();
    all.addAll(new Status(this::health, registry::scrape).endpoints());
    all.addAll(new Reading(datasets).endpoints());
    all.addAll(new Continuing(datasets).endpoints());
    all.addAll(new Watching(datasets, collectors).endpoints());
    all.addAll(new Changing(datasets).endpoints());
    all.addAll(new Reprocessing(datasets).endpoints());
    return all;
  }

  /**
   * Finds out whether it could listen, before anything else is started.
   *
   * @throws IllegalStateException if it could not, such as for a port in use
   */
  public static void requireFree(ApiConfig config) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getByName(config.host()), config.port()));
    } catch (IOException e) {
      throw cannotListen(config, e);
    }
  }

  /**
   * Listens, and returns when requests are served.
   *
   * @throws IllegalStateException if it cannot, such as for a port in use
   */
  public CoordinatorHttp start(ApiConfig config) {
    readingFor = isLoopback(config) ? Admission.ReadingFor.EVERYBODY : Admission.ReadingFor.TOKENS;
    config.collectors().forEach(collectors::add);
    Serving serving =
        new Serving(
            endpoints(),
            new Admission(new Tokens(config.adminTokens()), readingFor),
            registry,
            PLACES,
            streams);
    // SparkJava looks its server up in a map of the process: an identity of our own keeps several
    // apart.
    Object identity = new Object();
    EmbeddedServers.add(
        identity,
        (routes, files, exceptions, more) -> {
          new ConsoleFiles().addTo(routes);
          serving.addTo(routes);
          return new JettyServer(
              new RoutingHandler(new MatcherFilter(routes, files, exceptions, false, false)));
        });
    Service service = Service.ignite();
    AtomicReference<Exception> failure = new AtomicReference<>();
    service.embeddedServerIdentifier(identity);
    service.initExceptionHandler(failure::set);
    service.ipAddress(config.host());
    service.port(config.port());
    service.init();
    service.awaitInitialization();
    if (failure.get() != null) {
      throw cannotListen(config, failure.get());
    }
    running.set(service);
    collectors.start();
    LOG.info("The console, health, metrics and the API are at http://{}:{}", config.host(), port());
    return this;
  }

  private static boolean isLoopback(ApiConfig config) {
    try {
      return InetAddress.getByName(config.host()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw cannotListen(config, e);
    }
  }

  private static IllegalStateException cannotListen(ApiConfig config, Exception failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return new IllegalStateException(
        "Cannot listen on "
            + config.host()
            + ":"
            + config.port()
            + " (coordinator.http): "
            + root.getMessage(),
        failure);
  }

  public int port() {
    return running.get().port();
  }

  @Override
  public void close() {
    streams.close();
    collectors.close();
    datasets.all().forEach(d -> d.live().close());
    Service service = running.getAndSet(null);
    if (service != null) {
      service.stop();
      service.awaitStop();
    }
  }
}
