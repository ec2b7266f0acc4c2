package dev.tidemark.ingest.sink;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.commit.IngestLease;
import dev.tidemark.landing.log.LandingState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the claim to land, waiting for it if another run has it, and keeps it while nothing lands.
 */
final class LeaseKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final IngestLease lease;
  private final String dataset;
  private final Duration length;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "ingest-lease");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean lost;

  LeaseKeeper(IngestLease lease, String dataset, Duration length) {
    this.lease = lease;
    this.dataset = dataset;
    this.length = length;
  }

  /**
   * Stands by until the claim is this run's.
   *
   * @param standsBy told when it begins to wait for another
   * @throws LandingException.Unavailable if the thread is interrupted, or the root cannot be
   *     reached
   */
  void await(Runnable standsBy) {
    String holder = "";
    for (Optional<LandingState.IngestRun> other = lease.tryAcquire();
        other.isPresent();
        other = lease.tryAcquire()) {
      if (!other.get().run().equals(holder)) {
        holder = other.get().run();
        standsBy.run();
        LOG.info(
            "{}: standing by, for run {} lands; it is taken over when silent for {}.",
            dataset,
            holder,
            other.get().lease());
      }
      pause();
    }
  }

  private void pause() {
    try {
      Thread.sleep(Math.min(length.dividedBy(4).toMillis(), LONGEST_PAUSE.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LandingException.Unavailable("Interrupted while standing by", e);
    }
  }

  /** Renews the claim from now on. */
  void keep() {
    long millis = Math.max(1, length.dividedBy(4).toMillis());
    var unused = timer.scheduleWithFixedDelay(this::renew, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void renew() {
    try {
      lease.renew();
    } catch (LandingException.Conflict e) {
      lost = true;
      LOG.error("{}: {} Nothing more is landed by it.", dataset, e.getMessage());
      timer.shutdown();
    } catch (RuntimeException e) {
      LOG.warn("{}: the claim to land was not renewed: {}", dataset, inOneLine(e));
      LOG.debug("{}: the claim to land was not renewed", dataset, e);
    }
  }

  /** Without the stack trace that a NameNode's answer carries in its message. */
  static String inOneLine(Throwable e) {
    return Optional.ofNullable(e.getMessage())
        .flatMap(m -> m.lines().map(String::strip).filter(l -> !l.isEmpty()).findFirst())
        .orElse(e.getClass().getSimpleName());
  }

  /** Whether another run has taken over. */
  boolean isLost() {
    return lost;
  }

  /** Gives the claim back. */
  @Override
  public void close() {
    timer.shutdownNow();
    try {
      lease.release();
    } catch (RuntimeException e) {
      LOG.warn("{}: the claim to land runs out by itself: {}", dataset, inOneLine(e));
      LOG.debug("{}: the claim to land was not given back", dataset, e);
    }
  }
}
