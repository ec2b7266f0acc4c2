package dev.tidemark.coordinator.operations;

import java.util.List;
import java.util.Optional;

/**
 * Some lines of one partition that could not be processed, in order.
 *
 * @param next the cursor to go on with; absent if these were the last
 */
public record QuarantinePage(List<QuarantinedRow> rows, Optional<String> next) {
  public QuarantinePage {
    rows = List.copyOf(rows);
  }
}
