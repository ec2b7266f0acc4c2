package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.client.CoordinatorException;
import dev.tidemark.coordinator.operations.RefusedException;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits for what is followed. Where no coordinator takes it up within a time, the work may be done
 * here; a coordinator that does not answer is asked again for a while.
 *
 * @param look how often to see how far it is
 * @param patience how long a running coordinator has to take the request up
 * @param silence how long one that is asked may be away
 */
record Waiting(Duration look, Duration patience, Duration silence) {
  static final Waiting DEFAULT =
      new Waiting(Duration.ofMillis(500), Duration.ofSeconds(15), Duration.ofMinutes(1));

  /**
   * Returns when nothing is left.
   *
   * @param work done here as long as nobody else does it
   */
  void forAll(Following following, Progress bar, Runnable work) {
    Duration untaken = Duration.ZERO;
    Optional<Long> awaySince = Optional.empty();
    boolean ours = false;
    while (true) {
      try {
        following.look();
        awaySince = Optional.empty();
      } catch (CoordinatorException.Away e) {
        awaySince = awaySince.or(() -> Optional.of(System.nanoTime()));
        if (System.nanoTime() - awaySince.get() > silence.toNanos()) {
          throw e;
        }
      }
      bar.stepTo(following.ended());
      if (!following.hasLeft()) {
        return;
      }
      boolean taken = following.isTaken();
      ours |= !taken && untaken.compareTo(patience) >= 0;
      if (ours) {
        work.run();
      }
      untaken = taken ? Duration.ZERO : untaken.plus(look);
      pause();
    }
  }

  private void pause() {
    try {
      Thread.sleep(look.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("Interrupted; what was asked for stands in the landing log.");
    }
  }
}
