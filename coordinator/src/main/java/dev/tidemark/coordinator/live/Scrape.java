package dev.tidemark.coordinator.live;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a collector counts, as its metrics say in Prometheus' text format. Lines that are none are
 * passed over.
 *
 * @param received events that it took, since it started
 * @param rejected likewise those that it could not take, by reason
 */
record Scrape(double received, Map<String, Double> rejected) {
  private static final String EVENTS = "tidemark_collector_events_total";
  private static final String REJECTED = "tidemark_collector_rejected_events_total";
  private static final Pattern SAMPLE =
      Pattern.compile("(" + EVENTS + "|" + REJECTED + ")(\\{.*})? +(\\S+).*");
  private static final Pattern REASON = Pattern.compile("[{,]\\s*reason=\"([a-z0-9_]{1,64})\"");
  private static final int MOST_REASONS = 100;

  Scrape {
    rejected = Map.copyOf(rejected);
  }

  static Scrape parse(String text) {
    double received = 0;
    Map<String, Double> rejected = new HashMap<>();
    for (String line : (Iterable<String>) text.lines()::iterator) {
      Matcher sample = SAMPLE.matcher(line);
      if (sample.matches()) {
        double value = number(sample.group(3));
        String labels = sample.group(2) == null ? "" : sample.group(2);
        Matcher reason = REASON.matcher(labels);
        if (sample.group(1).equals(EVENTS)) {
          received += value;
        } else if (reason.find() && rejected.size() < MOST_REASONS) {
          rejected.merge(reason.group(1), value, Double::sum);
        }
      }
    }
    return new Scrape(received, rejected);
  }

  private static double number(String text) {
    try {
      double value = Double.parseDouble(text);
      return value >= 0 && value < 1e18 ? value : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
