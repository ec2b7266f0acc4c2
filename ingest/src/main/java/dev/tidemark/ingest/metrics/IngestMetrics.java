package dev.tidemark.ingest.metrics;

import dev.tidemark.ingest.sink.EventTimeCounts;
import dev.tidemark.ingest.sink.LandingListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;

/**
 * The metrics of one dataset's stream, over all its restarts; docs/operations.md says what each
 * means. Their labels are a dataset, a topic, a Kafka partition, or one of a few fixed words, so
 * what an event holds never makes a new time series.
 */
public final class IngestMetrics implements LandingListener {
  private static final String PREFIX = "tidemark.ingest.";

  private final MeterRegistry registry;
  private final Tags dataset;
  private final Clock clock;
  private final MultiGauge lag;
  private final Timer batches;
  private volatile Optional<Instant> watermark = Optional.empty();
  private volatile Optional<Instant> lookedAt = Optional.empty();
  private volatile boolean active;

  public IngestMetrics(MeterRegistry registry, String dataset, Clock clock) {
    this.registry = registry;
    this.dataset = Tags.of("dataset", dataset);
    this.clock = clock;
    this.lag =
        MultiGauge.builder(PREFIX + "lag")
            .description("Offsets of a topic-partition that are not landed yet")
            .baseUnit("records")
            .tags(this.dataset)
            .register(registry);
    this.batches =
        Timer.builder(PREFIX + "batch")
            .description("Time that micro-batches took, from the look for new records to the end")
            .tags(this.dataset)
            .register(registry);
    TimeGauge.builder(PREFIX + "watermark.delay", this::watermarkDelay, TimeUnit.MILLISECONDS)
        .description("How far the watermark is behind the clock; NaN while there is none")
        .tags(this.dataset)
        .register(registry);
    Gauge.builder(PREFIX + "active", () -> active ? 1 : 0)
        .description(
            "1 while this process lands the dataset, 0 while it starts, waits or stands by")
        .tags(this.dataset)
        .register(registry);
    for (String kind : List.of("transient", "permanent")) {
      failures(kind);
    }
    for (String reason : List.of("unreadable", "out_of_bounds", "over_cap")) {
      eventTimes(reason);
    }
  }

  private Double watermarkDelay() {
    return watermark
        .map(w -> (double) Duration.between(w, clock.instant()).toMillis())
        .orElse(Double.NaN);
  }

  /** When Kafka last said where its topics end. */
  public Optional<Instant> lookedAt() {
    return lookedAt;
  }

  /** Whether this process lands the dataset now; otherwise it starts, waits, or stands by. */
  public void role(boolean landing) {
    active = landing;
  }

  /**
   * A stream died.
   *
   * @param kind {@code transient} or {@code permanent}
   */
  public void failed(String kind) {
    failures(kind).increment();
  }

  /** A micro-batch with records ended. */
  public void batch(Duration took) {
    batches.record(took);
  }

  @Override
  public void landed(Landed landed) {
    Tags tags = dataset.and("topic", landed.topic());
    add(counter("landed.rows", "Lines landed", tags), landed.rows());
    add(counter("landed.bytes", "Length of the files landed", tags), landed.bytes());
    add(counter("late.rows", "Lines landed in a late generation", tags), landed.lateRows());
    add(counter("null.values", "Records without a value; no line", tags), landed.nulls());
    add(
        counter("ignored.times", "Record times missing or outside the bounds", tags),
        landed.ignoredTimes());
  }

  @Override
  public void eventTimesUnused(EventTimeCounts counts) {
    add(eventTimes("unreadable"), counts.unreadable());
    add(eventTimes("out_of_bounds"), counts.outOfBounds());
    add(eventTimes("over_cap"), counts.overCap());
  }

  private Counter counter(String name, String description, Tags tags) {
    return Counter.builder(PREFIX + name).description(description).tags(tags).register(registry);
  }

  private static void add(Counter counter, long amount) {
    counter.increment((double) amount);
  }

  private Counter eventTimes(String reason) {
    return Counter.builder(PREFIX + "unused.event.times")
        .description("Records that were not placed by the time inside them")
        .tags(dataset.and("reason", reason))
        .register(registry);
  }

  private Counter failures(String kind) {
    return Counter.builder(PREFIX + "failures")
        .description("Deaths of the stream; transient ones are followed by a restart")
        .tags(dataset.and("kind", kind))
        .register(registry);
  }

  @Override
  public void looked(Map<TopicPartition, Long> lagOf, Optional<Instant> newWatermark) {
    lag.register(
        lagOf.entrySet().stream()
            .map(
                e ->
                    MultiGauge.Row.of(
                        Tags.of(
                            "topic",
                            e.getKey().topic(),
                            "partition",
                            Integer.toString(e.getKey().partition())),
                        e.getValue()))
            .toList(),
        true);
    watermark = newWatermark;
    lookedAt = Optional.of(clock.instant());
  }

  @Override
  public void gap(String topic, long offsets) {
    add(counter("gap.offsets", "Offsets that were given up", dataset.and("topic", topic)), offsets);
  }
}
