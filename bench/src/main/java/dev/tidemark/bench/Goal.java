package dev.tidemark.bench;

import java.util.Locale;

/** One figure and what it should be, in the form {@code name: ratio=0.0026 goal<=0.0100 met}. */
record Goal(String name, double ratio, double most) {
  boolean isMet() {
    return ratio <= most;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%s: ratio=%.4f goal<=%.4f %s", name, ratio, most, isMet() ? "met" : "MISSED");
  }
}
