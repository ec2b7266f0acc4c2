package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.PartitionRecords;
import dev.tidemark.landing.log.PartitionState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Finds partitions of a range, the newest first.
 *
 * @param from included, as is {@code to}
 */
record PartitionSearch(
    PartitionRecords records, Optional<PartitionId> from, Optional<PartitionId> to) {

  /** Of all there are, day by day, and no more days than are needed. */
  List<PartitionId> newest(LandingState state, int most) {
    TreeSet<String> days = new TreeSet<>(records.days());
    state.partitions().keySet().forEach(id -> days.add(day(id)));
    from.ifPresent(f -> days.removeIf(day -> day.compareTo(day(f)) < 0));
    to.ifPresent(t -> days.removeIf(day -> day.compareTo(day(t)) > 0));
    List<PartitionId> found = new ArrayList<>();
    for (String day : days.descendingSet()) {
      TreeSet<PartitionId> ids = new TreeSet<>(records.partitions(day));
      state.partitions().keySet().stream().filter(id -> day(id).equals(day)).forEach(ids::add);
      ids.descendingSet().stream().filter(this::isWithin).forEach(found::add);
      if (found.size() >= most) {
        return found.subList(0, most);
      }
    }
    return found;
  }

  /** Of those that are in the state. */
  List<PartitionId> newestOf(LandingState state, Predicate<PartitionState> wanted, int most) {
    return state.partitions().values().stream()
        .filter(wanted)
        .map(PartitionState::id)
        .filter(this::isWithin)
        .sorted(Comparator.reverseOrder())
        .limit(most)
        .toList();
  }

  private boolean isWithin(PartitionId id) {
    return from.filter(f -> id.compareTo(f) < 0).isEmpty()
        && to.filter(t -> id.compareTo(t) > 0).isEmpty();
  }

  private static String day(PartitionId id) {
    return id.directory().substring(0, id.directory().indexOf('/'));
  }
}
