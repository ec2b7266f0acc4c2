package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import java.util.Optional;

/** A range of partitions ends before it begins, so that it would silently be about nothing. */
public final class BackwardRangeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private BackwardRangeException(String message) {
    super(message);
  }

  /**
   * Lets a range pass in which something may lie, and one that is open at an end.
   *
   * @throws BackwardRangeException if {@code from} is after {@code to}
   */
  public static void throwIf(Optional<PartitionId> from, Optional<PartitionId> to) {
    if (from.isPresent() && to.isPresent() && from.get().compareTo(to.get()) > 0) {
      throw new BackwardRangeException(
          from.get() + " is after " + to.get() + ": nothing lies between. Swap the two.");
    }
  }
}
