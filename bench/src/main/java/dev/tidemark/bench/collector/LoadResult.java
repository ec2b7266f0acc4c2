package dev.tidemark.bench.collector;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What a load saw; times in nanoseconds. */
public final class LoadResult {
  private static final long MOST = 120_000_000_000L;
  private static final int FIGURES = 3;

  private final int eventsPerRequest;
  private final Histogram kept = new Histogram(MOST, FIGURES);
  private final Histogram all = new Histogram(MOST, FIGURES);
  private final Histogram refused = new Histogram(MOST, FIGURES);
  private final Map<Integer, Long> answers = new TreeMap<>();
  private final BitSet accepted = new BitSet();
  private long lost;
  private long unsent;
  private long nanos;

  LoadResult(int eventsPerRequest) {
    this.eventsPerRequest = eventsPerRequest;
  }

  /**
   * An answer came.
   *
   * @param sinceIntended since the request should have been sent, which is what a client that does
   *     not wait for others feels
   * @param sinceSent since it was
   */
  void answered(int status, long sequence, long sinceIntended, long sinceSent) {
    all.recordValue(Math.min(MOST, sinceIntended));
    answers.merge(status, 1L, Long::sum);
    if (status == 200) {
      kept.recordValue(Math.min(MOST, sinceIntended));
      accepted.set((int) sequence, (int) sequence + eventsPerRequest);
    } else {
      refused.recordValue(Math.min(MOST, sinceSent));
    }
  }

  /** A connection ended before its answer. */
  void lost() {
    lost++;
  }

  /** No connection was free in time. */
  void unsent() {
    unsent++;
  }

  void took(long duration) {
    nanos = duration;
  }

  /** Times of requests that were answered 200, from when they should have been sent. */
  public Histogram kept() {
    return kept;
  }

  /** Times of all requests, whatever the answer, from when they should have been sent. */
  Histogram all() {
    return all;
  }

  /** Times of requests that were answered otherwise, from when they were sent. */
  Histogram refused() {
    return refused;
  }

  /** How many answers there were of a status. */
  long answers(int status) {
    return answers.getOrDefault(status, 0L);
  }

  public Map<Integer, Long> answers() {
    return answers;
  }

  public long lostCount() {
    return lost;
  }

  public long unsentCount() {
    return unsent;
  }

  long nanos() {
    return nanos;
  }

  double seconds() {
    return nanos / 1e9;
  }

  /** Events that the server said it keeps. */
  public long events() {
    return answers(200) * eventsPerRequest;
  }

  double eventsPerSecond() {
    return events() / seconds();
  }

  /** The numbers of those events. */
  BitSet accepted() {
    return accepted;
  }

  /** A percentile in milliseconds. */
  public static double millis(Histogram histogram, double percentile) {
    return histogram.getTotalCount() == 0
        ? Double.NaN
        : histogram.getValueAtPercentile(percentile) / 1e6;
  }
}
