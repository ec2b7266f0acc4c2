package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.PartitionState;
import java.time.Instant;
import java.util.Optional;

/**
 * A partition in one line.
 *
 * @param files that are there of its generations
 * @param landed rows of all its generations, deleted or not
 * @param revision the one that readers see, 0 if none is published yet
 * @param out rows in {@code final}; of the published revision, as are the next two
 * @param note why it does not go on, if it does not
 */
public record PartitionSummary(
    PartitionId partition,
    Standing standing,
    int generations,
    int files,
    long bytes,
    long landed,
    int revision,
    long out,
    long duplicates,
    long quarantined,
    Optional<String> note) {

  /** Where a partition stands, for people. */
  public enum Standing {
    OPEN,
    CLOSED,
    STAGED,
    PROCESSING,
    PUBLISHING,
    PUBLISHED,
    ARCHIVED,
    /** Closed with nothing in it, and nothing is published of that. */
    SKIPPED,
    /** Somebody asked for it to be processed again; until that is done, all stays as it was. */
    REQUESTED,
    /** Published or skipped, and late events wait to be added. */
    LATE,
    /** Rolled back, or about to be: what came late waits. */
    PINNED,
    /** Retention removed what was published, or its archived files: it cannot be restated. */
    EXPIRED,
    FAILED,
    HELD;

    /** Whether only a record may hold it: everything else is in the state. */
    public boolean isAtRest() {
      return this == ARCHIVED || this == SKIPPED || this == EXPIRED;
    }

    /** As the state, or the record, has it at a moment. */
    public static Standing of(PartitionState p, Instant now) {
      if (p.hold().isPresent()) {
        return HELD;
      }
      if (p.failure().isPresent()) {
        return FAILED;
      }
      if (p.intended().isPresent()) {
        return PUBLISHING;
      }
      if (p.claim().filter(c -> c.until().isAfter(now)).isPresent()) {
        return PROCESSING;
      }
      if (!p.isClosed()) {
        return OPEN;
      }
      if (p.pin().isPresent()) {
        return PINNED;
      }
      if (p.isExpiring() || (p.isSettled() && !p.canRestate())) {
        return EXPIRED;
      }
      if (p.reprocess().isPresent()) {
        return REQUESTED;
      }
      if (p.publication().isPresent()) {
        boolean more = !p.published().containsAll(p.generations().keySet());
        boolean archived = p.reached(Generation.Step.ARCHIVED).containsAll(p.published());
        return more ? LATE : archived ? ARCHIVED : PUBLISHED;
      }
      if (p.isSkipped()) {
        return SKIPPED;
      }
      if (p.skipped().isPresent() && p.generations().size() > 1) {
        return LATE;
      }
      return p.reached(Generation.Step.STAGED).isEmpty() ? CLOSED : STAGED;
    }
  }
}
