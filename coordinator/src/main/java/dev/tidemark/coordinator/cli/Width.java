package dev.tidemark.coordinator.cli;

import java.util.Map;
import java.util.Optional;

/** How wide the output is to be, where the environment says so. */
final class Width {
  private static final int LEAST = 40;
  private static final String DIGITS = "[1-9]\\d{0,3}";

  private Width() {}

  /** What COLUMNS says, if that is a width in which something can be read. */
  static Optional<Integer> of(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("COLUMNS"))
        .filter(columns -> columns.matches(DIGITS))
        .map(Integer::valueOf)
        .filter(columns -> columns >= LEAST);
  }
}
