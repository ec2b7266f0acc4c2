package dev.tidemark.coordinator.policy;

import dev.tidemark.batch.process.Lane;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogEntry.Action;
import dev.tidemark.landing.log.PartitionState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Says what is due, from the state and a clock alone, in the order asked for. It decides when; that
 * nothing is lost or done twice rests on the landing log, whatever is decided here.
 */
public final class Policy {
  /** Empty partitions closed at one look, so that a look after years of silence ends. */
  private static final int MOST_EMPTY = 200;

  private final DatasetConfig dataset;
  private final CoordinatorConfig.Order order;

  public Policy(DatasetConfig dataset, CoordinatorConfig.Order order) {
    this.dataset = dataset;
    this.order = order;
  }

  /** Everything that is due, in the order in which to do it. */
  public List<Due> due(LandingState state, Instant now) {
    List<Due> due = new ArrayList<>(emptyCloses(state, now));
    for (PartitionState partition : state.partitions().values()) {
      if (partition.intended().isPresent()) {
        addUnlessWaiting(due, partition, Action.PUBLISH, new Due.Publish(partition.id()), now);
      }
      if (partition.isExpiring()) {
        addUnlessWaiting(due, partition, Action.EXPIRE, new Due.Expire(partition.id()), now);
      }
      for (Generation generation : partition.generations().values()) {
        addNextStep(due, state, partition, generation, now);
      }
      if (partition.canProcess() && partition.wantsProcessing() && isFree(partition, now)) {
        addUnlessWaiting(
            due,
            partition,
            Action.PROCESS,
            new Due.Revise(partition.id(), Lane.of(partition)),
            now);
      }
    }
    // Within a partition the order stays: what is intended first, then steps, then processing.
    due.sort(inOrder());
    return due;
  }

  /** Closing is always oldest first, so that what is closed is one stretch. */
  private Comparator<Due> inOrder() {
    Comparator<Due> oldestFirst = Comparator.comparing(Due::partition);
    return order == CoordinatorConfig.Order.OLDEST_FIRST
        ? oldestFirst
        : Comparator.comparing((Due d) -> !(d instanceof Due.Close))
            .thenComparing(
                (a, b) ->
                    a instanceof Due.Close ? oldestFirst.compare(a, b) : oldestFirst.compare(b, a));
  }

  private void addNextStep(
      List<Due> due,
      LandingState state,
      PartitionState partition,
      Generation generation,
      Instant now) {
    GenerationId id = generation.id();
    switch (generation.step()) {
      case OPEN -> {
        if (partition.hold().isEmpty() && !state.isNamedByPending(id)) {
          closeReason(state, generation, now).ifPresent(r -> due.add(new Due.Close(id, r)));
        }
      }
      case CLOSED -> {
        if (partition.hold().isEmpty()) {
          addUnlessWaiting(due, partition, Action.PREPARE, new Due.Prepare(id), now);
        }
      }
      case STAGED -> {
        // What is intended completes, held or not, but nothing new begins while it is held.
        if (partition.isToBeArchived(id.number())
            && partition.intended().isEmpty()
            && partition.hold().isEmpty()) {
          addUnlessWaiting(due, partition, Action.ARCHIVE, new Due.Archive(id), now);
        }
      }
      case ARCHIVED -> {}
    }
  }

  private Optional<LogEntry.CloseReason> closeReason(
      LandingState state, Generation generation, Instant now) {
    if (!generation.id().isLate()) {
      return isPast(state, generation.id().partition(), now)
          ? Optional.of(LogEntry.CloseReason.WATERMARK)
          : Optional.empty();
    }
    if (reached(generation.lastLanded(), now, dataset.lateQuiet())) {
      return Optional.of(LogEntry.CloseReason.LATE_QUIET);
    }
    return reached(generation.firstLanded(), now, dataset.lateLongestWait())
        ? Optional.of(LogEntry.CloseReason.LATE_WAIT)
        : Optional.empty();
  }

  private static boolean reached(Optional<Instant> since, Instant now, Duration wait) {
    return since.filter(s -> !s.plus(wait).isAfter(now)).isPresent();
  }

  /** By the watermark, and by the clock too: no wrong time stamp closes an hour early. */
  private boolean isPast(LandingState state, PartitionId partition, Instant now) {
    Instant end = partition.end(dataset.granularity()).plus(dataset.grace());
    return !end.isAfter(now) && state.watermark().filter(w -> !end.isAfter(w)).isPresent();
  }

  /** Partitions in which nothing landed, up to the watermark, from the first close on. */
  private List<Due> emptyCloses(LandingState state, Instant now) {
    List<Due> closes = new ArrayList<>();
    if (state.closedThrough().isEmpty()) {
      return closes;
    }
    for (PartitionId id = state.closedThrough().get();
        isPast(state, id, now) && closes.size() < MOST_EMPTY;
        id = id.next(dataset.granularity())) {
      if (state.partition(id).isEmpty() && !state.isClosed(id)) {
        closes.add(new Due.Close(new GenerationId(id, 0), LogEntry.CloseReason.WATERMARK));
      }
    }
    return closes;
  }

  private static boolean isFree(PartitionState partition, Instant now) {
    return partition.claim().filter(c -> c.until().isAfter(now)).isEmpty();
  }

  private static void addUnlessWaiting(
      List<Due> due, PartitionState partition, Action action, Due what, Instant now) {
    boolean waiting =
        partition
            .failure()
            .map(PartitionState.Failure::last)
            .filter(f -> f.action() == action)
            .filter(f -> f.retryAt().isEmpty() || f.retryAt().get().isAfter(now))
            .isPresent();
    if (!waiting) {
      due.add(what);
    }
  }
}
