package dev.tidemark.coordinator.live;

import dev.tidemark.landing.PartitionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How much flows. A rate is in events per second, and null where it is not known.
 *
 * @param from the beginning of the first step
 * @param knownFrom since when the log tells; absent if it tells of all of the time
 */
public record Flow(
    Instant at,
    long version,
    Instant from,
    long stepSeconds,
    Optional<Instant> knownFrom,
    List<Double> received,
    List<Double> landed,
    List<Double> published,
    Optional<Instant> watermark,
    List<Source> sources,
    List<Lag> lags,
    List<Delay> delays,
    Optional<Long> serviceLevelSeconds,
    List<CollectorReading> collectors) {

  public Flow {
    received = withNulls(received);
    landed = withNulls(landed);
    published = withNulls(published);
    sources = List.copyOf(sources);
    lags = List.copyOf(lags);
    delays = List.copyOf(delays);
    collectors = List.copyOf(collectors);
  }

  private static List<Double> withNulls(List<Double> rates) {
    return Collections.unmodifiableList(new ArrayList<>(rates));
  }

  /**
   * A topic-partition.
   *
   * @param behind offsets between what landed and the end that ingest saw last
   * @param newest the greatest time of an event that landed
   * @param idle whether everything landed, and the watermark has passed it
   */
  public record Source(
      String topic,
      int partition,
      long landed,
      long end,
      long behind,
      Optional<Instant> newest,
      boolean idle) {}

  /**
   * How far a topic-partition was behind at the end of each step.
   *
   * @param seconds since the greatest time of an event that had landed by then; null where that is
   *     not known
   */
  public record Lag(String topic, int partition, List<Double> seconds) {
    public Lag {
      seconds = withNulls(seconds);
    }
  }

  /** From a partition's end until its first revision was published. */
  public record Delay(PartitionId partition, Optional<Instant> published, Optional<Long> seconds) {}
}
