package dev.tidemark.coordinator.live;

import dev.tidemark.landing.Granularity;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * The partitions of some days, in order.
 *
 * @param version of the log that it tells
 * @param to exclusive
 * @param moreFrom the day before which the answer ends
 */
public record Grid(
    long version,
    Granularity granularity,
    LocalDate from,
    LocalDate to,
    Optional<LocalDate> moreFrom,
    List<Cell> cells) {
  public Grid {
    cells = List.copyOf(cells);
  }
}
