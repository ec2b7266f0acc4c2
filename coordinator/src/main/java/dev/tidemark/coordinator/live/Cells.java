package dev.tidemark.coordinator.live;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.PartitionRecords;
import dev.tidemark.landing.log.PartitionState;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The cells of a dataset's partitions. That of one at rest is in its record, a file, and cannot
 * change without an entry about it; so it is remembered until there is one.
 */
final class Cells implements RecentLog.Watcher {
  private static final int MOST = 50_000;

  private final PartitionRecords records;
  private final RecentLog log;
  private final Map<PartitionId, Known> known = Collections.synchronizedMap(new Remembered());

  /**
   * What was found.
   *
   * @param seen the partition's state, without what its record adds; absent if it is at rest
   * @param cell absent if nothing ever landed
   */
  private record Known(Optional<PartitionState> seen, Optional<Cell> cell) {
    /**
     * A state that is the same object has not changed; comparing two would cost more than this
     * saves.
     */
    @SuppressWarnings("ReferenceEquality")
    boolean holds(Optional<PartitionState> now) {
      return seen.isPresent() ? now.isPresent() && seen.get() == now.get() : now.isEmpty();
    }
  }

  /** The one that was not asked for longest goes first. */
  private static final class Remembered extends LinkedHashMap<PartitionId, Known> {
    private static final long serialVersionUID = 1L;

    Remembered() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<PartitionId, Known> eldest) {
      return size() > MOST;
    }
  }

  Cells(LandingFileSystem files) {
    this.records = new PartitionRecords(files);
    this.log = new RecentLog(files, this);
  }

  RecentLog log() {
    return log;
  }

  PartitionRecords records() {
    return records;
  }

  /** Those of one state. */
  Look look(LandingState state, Instant now) {
    return new Look(state, now);
  }

  @Override
  public void changed(Set<PartitionId> partitions) {
    partitions.forEach(known::remove);
  }

  @Override
  public void everythingMayHaveChanged() {
    known.clear();
  }

  /** For one thread. */
  final class Look {
    private final LandingState state;
    private final Instant now;
    private int read;

    private Look(LandingState state, Instant now) {
      this.state = state;
      this.now = now;
    }

    /** How many partitions had to be looked up in files so far. */
    int read() {
      return read;
    }

    /** What is known of a partition; nothing if nothing landed in it. */
    Optional<Cell> find(PartitionId id) {
      Optional<PartitionState> inState = state.partition(id);
      if (inState.isPresent() && !inState.get().lacksBase()) {
        return inState.map(p -> Cell.of(p, now));
      }
      if (inState.isEmpty() && !state.isClosed(id)) {
        return Optional.empty();
      }
      Known found = known.get(id);
      if (found == null || !found.holds(inState)) {
        found = read(id, inState);
      }
      return found.cell();
    }

    private Known read(PartitionId id, Optional<PartitionState> inState) {
      read++;
      Known found = new Known(inState, records.find(state, id).map(p -> Cell.of(p, now)));
      // A claim lapses without an entry.
      if (inState.flatMap(PartitionState::claim).isEmpty()) {
        log.ifUnchanged(id, state.version(), () -> known.put(id, found));
      }
      return found;
    }

    /** Those whose claim lapsed after a moment, and until now. */
    Set<PartitionId> lapsedAfter(Instant moment) {
      return state.partitions().values().stream()
          .filter(
              p ->
                  p.claim()
                      .filter(c -> c.until().isAfter(moment) && !c.until().isAfter(now))
                      .isPresent())
          .map(PartitionState::id)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    List<Cell> findAll(Set<PartitionId> ids) {
      return ids.stream().map(this::find).flatMap(Optional::stream).toList();
    }
  }
}
