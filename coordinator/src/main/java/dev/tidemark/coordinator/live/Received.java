package dev.tidemark.coordinator.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What one collector took, between any two looks at its counter of the last day. For one thread;
 * what is {@link #known} may be asked by any.
 */
final class Received {
  /** Between two looks that lie further apart nothing is known: it is not known when it came. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private static final Duration KEPT = Duration.ofHours(25);
  private static final int MOST = 10_000;

  private final Deque<Span> spans = new ArrayDeque<>();
  private Instant at = Instant.MIN;
  private double count;

  /** Between two looks. */
  private record Span(Instant from, Instant to, double events) {

    /** Seconds of it that lie between two moments. */
    double within(Instant begin, Instant end) {
      Instant first = from.isAfter(begin) ? from : begin;
      Instant last = to.isBefore(end) ? to : end;
      return first.isBefore(last) ? seconds(first, last) : 0;
    }

    double rate() {
      return events / seconds(from, to);
    }
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / 1e9;
  }

  /** A counter that went back began anew, at 0, with its process. */
  void counted(double total, Instant now) {
    // Of a clock that went back: in order they can be searched.
    while (!spans.isEmpty() && spans.getLast().to().isAfter(now)) {
      spans.removeLast();
    }
    if (at.isBefore(now) && now.minus(LONGEST).isBefore(at)) {
      spans.addLast(new Span(at, now, total < count ? total : total - count));
    }
    at = now;
    count = total;
    while (spans.size() > MOST
        || (!spans.isEmpty() && spans.getFirst().to().isBefore(now.minus(KEPT)))) {
      spans.removeFirst();
    }
  }

  /** What is known by now. */
  Known known() {
    return new Known(List.copyOf(spans));
  }

  /** Does not change any more. */
  static final class Known {
    private final List<Span> spans;

    private Known(List<Span> spans) {
      this.spans = spans;
    }

    /** Events between two moments, if they are known for all of the time. */
    OptionalDouble between(Instant begin, Instant end) {
      double known = 0;
      double events = 0;
      for (int i = firstAfter(begin); i < spans.size(); i++) {
        Span span = spans.get(i);
        if (!span.from().isBefore(end)) {
          break;
        }
        double within = span.within(begin, end);
        known += within;
        events += within * span.rate();
      }
      return known + 0.001 < seconds(begin, end)
          ? OptionalDouble.empty()
          : OptionalDouble.of(events);
    }

    /** The first that ends after a moment. */
    private int firstAfter(Instant moment) {
      int low = 0;
      int high = spans.size();
      while (low < high) {
        int middle = (low + high) / 2;
        if (spans.get(middle).to().isAfter(moment)) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }
  }
}
