package dev.tidemark.coordinator.notify;

import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.config.EventType;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogFollower;
import dev.tidemark.landing.log.PartitionRecords;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everybody who is told of one dataset, each by a thread of its own, so that one who does not
 * answer holds up nobody else. Whoever reads the program's log is one of them, where a service
 * level is promised.
 */
public final class Notifiers implements AutoCloseable {
  /** No target of a configuration can have that name. */
  static final String MISSES = "_service-level";

  private static final Logger LOG = LoggerFactory.getLogger(Notifiers.class);
  private static final Duration STOP = Duration.ofSeconds(5);
  private static final Duration AFTER_ERROR = Duration.ofMinutes(1);

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<Notifier> notifiers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  private Notifiers() {}

  /** Starts telling. */
  public static Notifiers start(
      DatasetConfig dataset,
      CoordinatorConfig config,
      List<NotifyConfig> targets,
      LandingFileSystem files,
      Clock clock) {
    Notifiers all = new Notifiers();
    Wiring wiring = new Wiring(dataset, config, files, clock);
    if (config.serviceLevel().isPresent()) {
      all.start(dataset, wiring.misses());
    }
    targets.stream()
        .filter(t -> t.isFor(dataset.name()))
        .forEach(t -> all.start(dataset, wiring.notifier(t, delivery(t))));
    return all;
  }

  static Delivery delivery(NotifyConfig target) {
    return target.url().isPresent()
        ? new Webhook(Webhook.client(), target)
        : new Command(target, System::nanoTime);
  }

  private void start(DatasetConfig dataset, Notifier notifier) {
    notifiers.add(notifier);
    Thread thread =
        new Thread(
            () -> run(notifier), "notify-" + dataset.name() + "-" + notifier.status().target());
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void run(Notifier notifier) {
    try {
      Duration wait = Duration.ZERO;
      while (!stopped.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
        wait = step(notifier);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      notifier.release();
    }
  }

  /** Whatever it is, memory that ran out or a class that is missing: the next step tries again. */
  private static Duration step(Notifier notifier) {
    try {
      return notifier.step();
    } catch (Throwable e) {
      LOG.error("{}: nothing can be told: {}", notifier.status().target(), e.toString(), e);
      return AFTER_ERROR;
    }
  }

  /** How it goes with each target. */
  public List<NotifyStatus> status() {
    return notifiers.stream().map(Notifier::status).toList();
  }

  /** Gives up what is being delivered; this or another coordinator delivers it again. */
  @Override
  public void close() {
    stopped.countDown();
    notifiers.forEach(Notifier::close);
    try {
      long end = System.nanoTime() + STOP.toNanos();
      for (Thread thread : threads) {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Puts notifiers of one dataset together. */
  static final class Wiring {
    private final DatasetConfig dataset;
    private final CoordinatorConfig config;
    private final LandingFileSystem files;
    private final Clock clock;
    private final PartitionRecords records;
    private final Events events;
    private final Optional<ServiceLevel> serviceLevel;

    Wiring(DatasetConfig dataset, CoordinatorConfig config, LandingFileSystem files, Clock clock) {
      this.dataset = dataset;
      this.config = config;
      this.files = files;
      this.clock = clock;
      this.records = new PartitionRecords(files);
      this.events = new Events(dataset, records);
      this.serviceLevel = config.serviceLevel().map(s -> new ServiceLevel(dataset, s, records));
    }

    Notifier notifier(NotifyConfig target, Delivery delivery) {
      return notifier(target.name(), target.on(), target.timeout(), delivery);
    }

    Notifier misses() {
      return notifier(MISSES, Set.of(EventType.SERVICE_LEVEL), Duration.ZERO, new MissLog());
    }

    private Notifier notifier(String name, Set<EventType> on, Duration timeout, Delivery delivery) {
      return new Notifier(
          dataset.name(),
          name,
          delivery,
          // Renewed at half of it, when a delivery must fit into the rest.
          new Tenure(
              new Positions(files, name), config.lease().plus(timeout.multipliedBy(2)), clock),
          place -> feed(place, on),
          clock,
          new Random());
    }

    Feed feed(Optional<Place> from, Set<EventType> on) {
      LogFollower log =
          from.map(p -> LogFollower.after(files, p.version()))
              .orElseGet(() -> LogFollower.atNewest(files));
      Place place =
          from.orElseGet(
              () -> new Place(log.version(), serviceLevel.map(s -> s.first(clock.instant()))));
      return new Feed(log, place, events, on, serviceLevel, this::waitsFor);
    }

    private String waitsFor(PartitionId id) {
      Journal journal = Journal.of(files, clock, "notifier");
      return new Operations(dataset, journal, clock).explain(id).waitsFor();
    }
  }
}
