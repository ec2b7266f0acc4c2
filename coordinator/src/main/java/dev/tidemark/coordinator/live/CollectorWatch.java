package dev.tidemark.coordinator.live;

import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the metrics of collectors, on a thread of its own, and keeps what they took in the last
 * day, so that who comes to look finds what was before.
 */
public final class CollectorWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CollectorWatch.class);
  private static final Duration WITHIN = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private static final int LONGEST_PROBLEM = 200;

  private final Clock clock;
  private final MetricsClient client = new MetricsClient(WITHIN);
  private final Map<URI, Collector> collectors = new LinkedHashMap<>();
  private Optional<ScheduledThreadPoolExecutor> thread = Optional.empty();
  private boolean closed;

  /** What is known of one. */
  private static final class Collector {
    private final Received received = new Received();
    private Optional<Scrape> last = Optional.empty();
    private Optional<Instant> readAt = Optional.empty();
    private Optional<String> problem = Optional.empty();
  }

  public CollectorWatch(Clock clock) {
    this.clock = clock;
  }

  /** Reads those of this collector as well, for the first time at once. */
  public synchronized void add(URI collector) {
    if (collectors.putIfAbsent(collector, new Collector()) == null) {
      thread.ifPresent(running -> running.execute(this::look));
    }
  }

  /** Events per second in each step, of all collectors together; null where one is not known. */
  public List<Double> received(Steps steps) {
    List<Received.Known> all = known();
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i < steps.count(); i++) {
      double sum = 0;
      boolean known = !all.isEmpty();
      for (Received.Known received : all) {
        OptionalDouble events = received.between(steps.begin(i), steps.begin(i + 1));
        known &= events.isPresent();
        sum += events.orElse(0);
      }
      rates.add(known ? sum / steps.step().toSeconds() : null);
    }
    return rates;
  }

  /** To be counted without the lock, which those who read metrics need. */
  private synchronized List<Received.Known> known() {
    return collectors.values().stream().map(c -> c.received.known()).toList();
  }

  /** Events that could not be taken, by reason; nothing while no collector has answered. */
  public synchronized Optional<Map<String, Long>> rejected() {
    Map<String, Long> sum = new TreeMap<>();
    boolean known = false;
    for (Collector collector : collectors.values()) {
      known |= collector.last.isPresent();
      collector.last.ifPresent(
          s -> s.rejected().forEach((reason, n) -> sum.merge(reason, n.longValue(), Long::sum)));
    }
    return known ? Optional.of(sum) : Optional.empty();
  }

  public synchronized List<CollectorReading> readings() {
    return collectors.entrySet().stream()
        .map(c -> new CollectorReading(c.getKey(), c.getValue().readAt, c.getValue().problem))
        .toList();
  }

  /** Begins to read them, and those that are added later. */
  public synchronized void start() {
    if (thread.isEmpty() && !closed) {
      ScheduledThreadPoolExecutor started =
          new ScheduledThreadPoolExecutor(1, CollectorWatch::thread);
      thread = Optional.of(started);
      var unused =
          started.scheduleWithFixedDelay(this::look, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "collector-metrics");
    thread.setDaemon(true);
    return thread;
  }

  /** Reads each, one after another. */
  void look() {
    List<URI> all;
    synchronized (this) {
      all = List.copyOf(collectors.keySet());
    }
    for (URI collector : all) {
      try {
        took(collector, client.read(collector));
      } catch (IOException e) {
        failed(collector, String.valueOf(e.getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        failed(collector, e.toString());
      }
    }
  }

  private synchronized void took(URI uri, Scrape scrape) {
    Collector collector = collectors.get(uri);
    Instant now = clock.instant();
    collector.received.counted(scrape.received(), now);
    collector.last = Optional.of(scrape);
    collector.readAt = Optional.of(now);
    collector.problem = Optional.empty();
  }

  private synchronized void failed(URI uri, String message) {
    Collector collector = collectors.get(uri);
    String line = message.replaceAll("\\p{C}", "?");
    String problem = line.substring(0, Math.min(line.length(), LONGEST_PROBLEM));
    if (collector.problem.isEmpty()) {
      LOG.warn("What the collector at {} counts cannot be read: {}", uri, problem);
    }
    collector.problem = Optional.of(problem);
  }

  @Override
  public synchronized void close() {
    closed = true;
    thread.ifPresent(ScheduledThreadPoolExecutor::shutdownNow);
    thread = Optional.empty();
  }
}
