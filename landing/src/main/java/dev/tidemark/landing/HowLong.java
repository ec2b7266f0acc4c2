package dev.tidemark.landing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A length of time for people, in its two largest units. */
public final class HowLong {
  private static final int UNITS = 2;

  private HowLong() {}

  /** As in {@code 200 ms}, {@code 5 s}, {@code 2 h 10 min} and {@code 3 d}. */
  public static String of(Duration length) {
    Duration d = length.abs();
    if (d.toSeconds() == 0 && d.toMillis() > 0) {
      return d.toMillis() + " ms";
    }
    long[] amounts = {d.toDays(), d.toHoursPart(), d.toMinutesPart(), d.toSecondsPart()};
    String[] units = {"d", "h", "min", "s"};
    int first = 0;
    while (first < units.length - 1 && amounts[first] == 0) {
      first++;
    }
    List<String> parts = new ArrayList<>();
    for (int i = first; i < Math.min(units.length, first + UNITS); i++) {
      if (amounts[i] > 0 || (i == units.length - 1 && parts.isEmpty())) {
        parts.add(amounts[i] + " " + units[i]);
      }
    }
    return String.join(" ", parts);
  }

  /** Of something that was so long ago; a clock that is a little behind makes no difference. */
  public static String ago(Duration age) {
    return age.compareTo(Duration.ofSeconds(1)) < 0 ? "just now" : of(age) + " ago";
  }
}
