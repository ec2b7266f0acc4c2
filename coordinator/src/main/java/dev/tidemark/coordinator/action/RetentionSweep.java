package dev.tidemark.coordinator.action;

import dev.tidemark.coordinator.policy.Retention;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.IllegalEntryException;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Goes through the partitions that are at rest, the oldest day first, and begins to remove what has
 * reached its age. One look takes one day, so that it costs the same whatever the history; after
 * the last day it pauses.
 */
public final class RetentionSweep {
  private static final Logger LOG = LoggerFactory.getLogger(RetentionSweep.class);
  private static final Duration PAUSE = Duration.ofHours(1);

  private final Journal journal;
  private final Retention retention;
  private final ExpirePartition expire;
  private final Clock clock;
  private final Predicate<PartitionId> mine;
  private final Deque<String> days = new ArrayDeque<>();
  private Optional<Instant> next = Optional.empty();

  public RetentionSweep(
      Journal journal,
      Retention retention,
      ExpirePartition expire,
      Clock clock,
      Predicate<PartitionId> mine) {
    this.journal = journal;
    this.retention = retention;
    this.expire = expire;
    this.clock = clock;
    this.mine = mine;
  }

  /**
   * Looks at the next day, if one is left or the pause is over.
   *
   * @throws dev.tidemark.landing.LandingException.Unavailable if the file system failed; the day is
   *     looked at again
   */
  public void look() {
    Instant now = clock.instant();
    if (!retention.isOn()) {
      return;
    }
    if (days.isEmpty() && next.filter(now::isBefore).isEmpty()) {
      days.addAll(journal.records().days());
      next = Optional.of(now.plus(PAUSE));
    }
    if (!days.isEmpty()) {
      LandingState state = journal.refresh();
      for (PartitionId id : journal.records().partitions(days.peek())) {
        if (mine.test(id) && state.partition(id).isEmpty()) {
          look(state, id, now);
        }
      }
      days.poll();
    }
  }

  private void look(LandingState state, PartitionId id, Instant now) {
    if (journal.records().find(state, id).flatMap(p -> retention.due(p, now)).isEmpty()) {
      return;
    }
    try {
      expire.begin(id, now);
    } catch (IllegalEntryException e) {
      // It came back into the state since.
      LOG.debug("{}: {}", id, e.getMessage());
    }
  }
}
