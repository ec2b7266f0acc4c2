package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.PartitionRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Finds partitions day by day from the newest on, and lists no more days than it needs. */
record PartitionSearch(PartitionRecords records) {

  /** From {@code from} until {@code to}, both included; the newest first. */
  List<PartitionId> newest(
      LandingState state, Optional<PartitionId> from, Optional<PartitionId> to, int most) {
    Predicate<PartitionId> wanted =
        id ->
            from.filter(f -> id.compareTo(f) < 0).isEmpty()
                && to.filter(t -> id.compareTo(t) > 0).isEmpty();
    TreeSet<String> days = new TreeSet<>(records.days());
    state.partitions().keySet().forEach(id -> days.add(day(id)));
    from.ifPresent(f -> days.removeIf(day -> day.compareTo(day(f)) < 0));
    to.ifPresent(t -> days.removeIf(day -> day.compareTo(day(t)) > 0));
    List<PartitionId> found = new ArrayList<>();
    for (String day : days.descendingSet()) {
      TreeSet<PartitionId> ids = new TreeSet<>(records.partitions(day));
      state.partitions().keySet().stream().filter(id -> day(id).equals(day)).forEach(ids::add);
      ids.descendingSet().stream().filter(wanted).forEach(found::add);
      if (found.size() >= most) {
        return found.subList(0, most);
      }
    }
    return found;
  }

  private static String day(PartitionId id) {
    return id.directory().substring(0, id.directory().indexOf('/'));
  }
}
