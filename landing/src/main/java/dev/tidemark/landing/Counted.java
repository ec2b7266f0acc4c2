package dev.tidemark.landing;

import java.util.Locale;

/** A number and what is counted, in the singular for one. */
public final class Counted {
  private Counted() {}

  /** As in {@code 1 row} and {@code 2,000 rows}. */
  public static String of(long count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }
}
