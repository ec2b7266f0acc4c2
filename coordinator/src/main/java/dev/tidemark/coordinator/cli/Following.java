package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.Explanation;
import dev.tidemark.coordinator.operations.PartitionChanges;
import dev.tidemark.coordinator.operations.PartitionDetails;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.PartitionId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Follows partitions until what was asked of them is done, or waits for a person. Each look costs
 * as much as was written to the log since the last.
 */
final class Following {
  private static final Set<Standing> TAKEN = Set.of(Standing.PROCESSING, Standing.PUBLISHING);

  private final DatasetAccess access;
  private final Selection asked;
  private final int size;
  private final Map<PartitionId, PartitionSummary> left = new ConcurrentSkipListMap<>();
  private final Set<PartitionId> taken = new TreeSet<>();
  private long version;

  /**
   * Follows from a version on.
   *
   * @param version of the log, from before anything was asked
   * @param before what is followed, as it stood then
   */
  Following(
      DatasetAccess access, Selection asked, long version, Iterable<PartitionSummary> before) {
    this.access = access;
    this.asked = asked;
    this.version = version;
    before.forEach(p -> left.put(p.partition(), p));
    // One may wait for a person already: at first each is looked at.
    taken.addAll(left.keySet());
    this.size = left.size();
  }

  void look() {
    // A claim that lapses leaves no entry, so those that are taken are looked at each time.
    Set<PartitionId> changed = new TreeSet<>(taken);
    changed.addAll(changedSince());
    changed.stream().filter(left::containsKey).forEach(this::look);
  }

  private Set<PartitionId> changedSince() {
    try {
      PartitionChanges changes = access.changedSince(version);
      version = changes.version();
      Set<PartitionId> ids = new TreeSet<>();
      changes.partitions().forEach(c -> ids.add(c.partition()));
      return ids;
    } catch (RefusedException e) {
      // What changed is not known any more: then any of them may have.
      version = access.version();
      return new TreeSet<>(left.keySet());
    }
  }

  private void look(PartitionId id) {
    PartitionDetails now = access.details(id);
    boolean stopped =
        now.state().hold().isPresent()
            || now.state().failure().filter(f -> f.last().waitsForPerson()).isPresent();
    if (stopped || asked.isDone(left.get(id), now)) {
      left.remove(id);
      taken.remove(id);
    } else if (TAKEN.contains(now.summary().standing())) {
      taken.add(id);
    } else {
      taken.remove(id);
    }
  }

  /** Says why the first that is left does not go on, as of now. */
  Optional<Explanation> explainFirst() {
    return left.keySet().stream().findFirst().map(access::explain);
  }

  boolean hasLeft() {
    return !left.isEmpty();
  }

  /** Whether some coordinator has one of them in work. */
  boolean isTaken() {
    return !taken.isEmpty();
  }

  int size() {
    return size;
  }

  /** How many are not followed any more. */
  int ended() {
    return size - left.size();
  }
}
