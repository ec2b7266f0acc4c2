package dev.tidemark.coordinator.live;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LandingState;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listeners which partitions of a dataset changed: by an entry of the log, or because a claim
 * lapsed, of which there is no entry. One thread looks for all of them, while there are any; a file
 * system that hangs makes them wait, and nobody else.
 */
public final class ChangeFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeFeed.class);
  private static final long LOOK_MILLIS = 1000;
  private static final int IDLE_SECONDS = 30;

  /** Partitions of one change; who would have to be told of more reads all of them again. */
  private static final int MOST_CELLS = 1000;

  private final String dataset;
  private final Cells cells;
  private final Clock clock;
  private final ScheduledThreadPoolExecutor thread;

  private final Map<Listener, Told> listeners = new ConcurrentHashMap<>();

  private Optional<Future<?>> looking = Optional.empty();
  private boolean failing;

  /** Who is told. Must return at once. */
  public interface Listener {
    /** These partitions changed. */
    void changed(Change change);

    /** Something changed, and nobody knows what: all is to be read again. */
    void lost(long version);

    /** Nothing changed up to a version. */
    void unchanged(long version);
  }

  /**
   * What somebody has been told.
   *
   * @param version up to which
   * @param at until when; what lapsed before somebody came may have been seen otherwise
   */
  private record Told(long version, Instant at) {}

  /** Partitions as they stand at a version. */
  public record Change(long version, List<Cell> cells) {
    public Change {
      cells = List.copyOf(cells);
    }
  }

  ChangeFeed(String dataset, Cells cells, Clock clock) {
    this.dataset = dataset;
    this.cells = cells;
    this.clock = clock;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread t = new Thread(task, "changes-" + dataset);
              t.setDaemon(true);
              return t;
            });
    thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    thread.allowCoreThreadTimeOut(true);
    thread.setRemoveOnCancelPolicy(true);
  }

  /**
   * Begins to tell somebody.
   *
   * @param since the version that is known there; without it, what the next look finds
   */
  public synchronized void add(Listener listener, Optional<Long> since) {
    listeners.put(listener, new Told(since.orElse(Long.MIN_VALUE), Instant.MIN));
    if (looking.isEmpty() && !thread.isShutdown()) {
      looking =
          Optional.of(
              thread.scheduleWithFixedDelay(this::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS));
    }
  }

  /** Tells somebody no more. */
  public synchronized void remove(Listener listener) {
    listeners.remove(listener);
    if (listeners.isEmpty()) {
      looking.ifPresent(l -> l.cancel(false));
      looking = Optional.empty();
    }
  }

  /** Whether anybody is looking. */
  synchronized boolean isLooking() {
    return looking.isPresent();
  }

  private void look() {
    try {
      LandingState state = cells.log().newest();
      Instant now = clock.instant();
      Map<Told, Telling> tellings = new HashMap<>();
      listeners.forEach(
          (listener, told) -> {
            tellings.computeIfAbsent(told, t -> telling(state, now, t)).to(listener);
            listeners.replace(listener, told, new Told(state.version(), now));
          });
      failing = false;
    } catch (RuntimeException e) {
      // One line for each outage: there is a look every second.
      if (!failing) {
        LOG.warn("What changes in {} is not told: {}", dataset, e.getMessage());
      }
      failing = true;
    }
  }

  private interface Telling {
    void to(Listener listener);
  }

  private Telling telling(LandingState state, Instant now, Told told) {
    Optional<Set<PartitionId>> changed =
        told.version() == Long.MIN_VALUE || told.version() == state.version()
            ? Optional.of(Set.of())
            : cells.log().changedAfter(told.version());
    if (changed.filter(ids -> ids.size() <= MOST_CELLS).isEmpty()) {
      return listener -> listener.lost(state.version());
    }
    Cells.Look look = cells.look(state, now);
    Set<PartitionId> all = new TreeSet<>(changed.get());
    look.lapsedAfter(told.at()).stream().limit(MOST_CELLS).forEach(all::add);
    if (all.isEmpty()) {
      return told.version() == state.version()
          ? listener -> {}
          : listener -> listener.unchanged(state.version());
    }
    Change change = new Change(state.version(), look.findAll(all));
    return listener -> listener.changed(change);
  }

  @Override
  public synchronized void close() {
    listeners.clear();
    thread.shutdownNow();
  }
}
