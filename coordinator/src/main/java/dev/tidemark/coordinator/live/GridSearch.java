package dev.tidemark.coordinator.live;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LandingState;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the cells of some days, day by day, until it was work enough for one answer. */
final class GridSearch {
  /** Partitions looked up in files; a day that was begun is ended. */
  static final int MOST_READ = 1000;

  static final int MOST_CELLS = 20_000;

  private final Granularity granularity;
  private final Cells cells;

  GridSearch(Granularity granularity, Cells cells) {
    this.granularity = granularity;
    this.cells = cells;
  }

  Grid find(LandingState state, Instant now, LocalDate from, LocalDate to) {
    Cells.Look look = cells.look(state, now);
    Set<String> recorded = new HashSet<>(cells.records().days());
    List<Cell> found = new ArrayList<>();
    LocalDate day = from;
    while (day.isBefore(to) && look.read() < MOST_READ && found.size() < MOST_CELLS) {
      // At rest there are only those with a record; the others are in the state.
      boolean anyAtRest = recorded.contains("dt=" + day);
      partitions(day)
          .filter(id -> anyAtRest || state.partition(id).isPresent())
          .map(look::find)
          .flatMap(Optional::stream)
          .forEach(found::add);
      day = day.plusDays(1);
    }
    return new Grid(
        state.version(),
        granularity,
        from,
        to,
        day.isBefore(to) ? Optional.of(day) : Optional.empty(),
        found);
  }

  private Stream<PartitionId> partitions(LocalDate day) {
    Instant end = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    return Stream.iterate(
        PartitionId.of(day.atStartOfDay(ZoneOffset.UTC).toInstant(), granularity),
        id -> id.start().isBefore(end),
        id -> id.next(granularity));
  }
}
