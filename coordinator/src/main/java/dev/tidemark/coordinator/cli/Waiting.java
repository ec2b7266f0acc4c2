package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.client.CoordinatorException;
import dev.tidemark.coordinator.operations.RefusedException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Waits for what is followed. Where no coordinator takes it up within a time, the work may be done
 * here; a coordinator that does not answer is asked again for a while. Where nothing moves for a
 * while, it is said what that waits for.
 *
 * @param look how often to see how far it is
 * @param patience how long a running coordinator has to take the request up
 * @param silence how long one that is asked may be away
 * @param quiet how long nothing may move before that is told
 */
record Waiting(Duration look, Duration patience, Duration silence, Duration quiet) {
  static final Waiting DEFAULT =
      new Waiting(
          Duration.ofMillis(500),
          Duration.ofSeconds(15),
          Duration.ofMinutes(1),
          Duration.ofMinutes(1));

  /** How a wait ended. */
  enum End {
    DONE,
    TIMED_OUT
  }

  /**
   * Returns when nothing is left, or when it took too long.
   *
   * @param work done here as long as nobody else does it
   * @param stuck told, each time that nothing moved for so long
   * @param limit how long it may take
   */
  End forAll(
      Following following,
      Progress bar,
      Runnable work,
      Consumer<Following> stuck,
      Optional<Duration> limit) {
    long begun = System.nanoTime();
    long moved = begun;
    int ended = 0;
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
        return End.DONE;
      }
      if (limit.filter(l -> isPast(begun, l)).isPresent()) {
        return End.TIMED_OUT;
      }
      boolean taken = following.isTaken();
      if (taken || following.ended() > ended) {
        moved = System.nanoTime();
        ended = following.ended();
      } else if (awaySince.isEmpty() && isPast(moved, quiet)) {
        moved = System.nanoTime();
        say(stuck, following);
      }
      ours |= !taken && untaken.compareTo(patience) >= 0;
      if (ours) {
        work.run();
      }
      untaken = taken ? Duration.ZERO : untaken.plus(look);
      pause();
    }
  }

  private static void say(Consumer<Following> stuck, Following following) {
    try {
      stuck.accept(following);
    } catch (CoordinatorException.Away e) {
      // The next look finds that too, and says so after a while.
      return;
    }
  }

  private static boolean isPast(long since, Duration length) {
    return System.nanoTime() - since > length.toNanos();
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
