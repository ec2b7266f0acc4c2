package dev.tidemark.bench;

import java.util.Locale;

/**
 * One figure and what it should be, in the form {@code landing vs flink-filesink: ratio=1.40
 * goal>=1.30 met}.
 */
public record Goal(String name, String figure, double value, Bound bound, double limit) {

  /** Which side of its limit a figure should be on. */
  public enum Bound {
    AT_LEAST(">="),
    AT_MOST("<=");

    private final String sign;

    Bound(String sign) {
      this.sign = sign;
    }
  }

  /** A ratio that should not be less. */
  public static Goal ratioAtLeast(double limit, String name, double ratio) {
    return new Goal(name, "ratio", ratio, Bound.AT_LEAST, limit);
  }

  /** A ratio that should not be more. */
  public static Goal ratioAtMost(double limit, String name, double ratio) {
    return new Goal(name, "ratio", ratio, Bound.AT_MOST, limit);
  }

  public boolean isMet() {
    return bound == Bound.AT_LEAST ? value >= limit : value <= limit;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %s=%.2f goal%s%.2f %s",
        name,
        figure,
        value,
        bound.sign,
        limit,
        isMet() ? "met" : "MISSED");
  }
}
