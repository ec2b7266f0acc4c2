package dev.tidemark.coordinator;

import dev.tidemark.batch.process.Lane;
import dev.tidemark.coordinator.policy.Due;
import dev.tidemark.landing.PartitionId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Where partitions are processed, beside the ticks: for each lane so many at once, and no attempt
 * begun sooner after another than is allowed.
 */
final class Places implements AutoCloseable {
  private static final long STOP_SECONDS = 30;

  private final Map<Lane, Integer> most;
  private final Duration throttle;
  private final Clock clock;
  private final ExecutorService workers;
  private final Map<PartitionId, Lane> taken = new ConcurrentHashMap<>();
  private Instant begun = Instant.MIN;

  /**
   * Places on workers, of which there are as many.
   *
   * @param throttle the least time between two beginnings
   */
  Places(Map<Lane, Integer> most, Duration throttle, Clock clock, ExecutorService workers) {
    this.most = Map.copyOf(most);
    this.throttle = throttle;
    this.clock = clock;
    this.workers = workers;
  }

  /** Begins with a partition if it has a place; otherwise the next tick asks again. */
  synchronized void begin(Due.Revise due, Runnable work) {
    Instant now = clock.instant();
    if (!hasRoom(due) || isTooSoon(now)) {
      return;
    }
    taken.put(due.partition(), due.lane());
    try {
      workers.execute(
          () -> {
            try {
              work.run();
            } finally {
              taken.remove(due.partition());
            }
          });
      begun = now;
    } catch (RejectedExecutionException e) {
      // Closed since the round began.
      taken.remove(due.partition());
    }
  }

  private boolean hasRoom(Due.Revise due) {
    long busy = taken.values().stream().filter(lane -> lane == due.lane()).count();
    return busy < most.get(due.lane()) && !taken.containsKey(due.partition());
  }

  /** A clock that was set back holds nothing up. */
  private boolean isTooSoon(Instant now) {
    return !throttle.isZero() && !now.isBefore(begun) && now.isBefore(begun.plus(throttle));
  }

  boolean areClosed() {
    return workers.isShutdown();
  }

  /** Begins nothing more, and waits a while for what is running. */
  @Override
  public void close() {
    workers.shutdown();
    try {
      if (!workers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        workers.shutdownNow();
      }
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
