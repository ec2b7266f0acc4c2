package dev.tidemark.coordinator.metrics;

import dev.tidemark.coordinator.observe.CoordinatorListener;
import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of one dataset's coordinator; docs/operations.md says what each means. Counters count
 * what this process did, gauges tell of the partitions in the state at its last look, whoever works
 * on them. Labels are a dataset and one of a few fixed words.
 */
public final class CoordinatorMetrics implements CoordinatorListener {
  private static final String PREFIX = "tidemark.coordinator.";

  /** An hour is published minutes after its end, or something is wrong. */
  private static final Duration[] DELAYS = {
    Duration.ofSeconds(30),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5),
    Duration.ofMinutes(10),
    Duration.ofMinutes(15),
    Duration.ofMinutes(30),
    Duration.ofHours(1),
    Duration.ofHours(3),
    Duration.ofHours(12),
    Duration.ofDays(1)
  };

  private final MeterRegistry registry;
  private final DatasetConfig dataset;
  private final Tags tags;
  private final Timer ticks;
  private final Timer delay;
  private final Attempts attempts;
  private final ActionCounts actions;
  private volatile LandingState state = LandingState.EMPTY;

  public CoordinatorMetrics(MeterRegistry registry, DatasetConfig dataset, Clock clock) {
    this.registry = registry;
    this.dataset = dataset;
    this.tags = Tags.of("dataset", dataset.name());
    this.ticks =
        Timer.builder(PREFIX + "tick")
            .description("Time that looks for work took, quick actions included")
            .tags(tags)
            .register(registry);
    this.delay =
        Timer.builder(PREFIX + "publish.delay")
            .description("From the end of a partition to its first revision being published")
            .tags(tags)
            .serviceLevelObjectives(DELAYS)
            .register(registry);
    this.attempts = new Attempts(clock);
    this.actions = new ActionCounts(registry, PREFIX, tags);
    tickFailures();
    List.of("out", "duplicates", "quarantined").forEach(this::rows);
    registerGauges(new StateFigures(dataset, clock));
  }

  private void registerGauges(StateFigures figures) {
    for (Standing standing : Standing.values()) {
      gauge(
          "partitions",
          "Partitions in the state, by where they stand",
          tags.and("state", standing.name().toLowerCase(Locale.ROOT)),
          s -> figures.standing(s, standing));
    }
    gauge(
        "partitions.waiting",
        "Partitions whose action failed, and that wait for a person",
        tags,
        figures::waiting);
    gauge(
        "overdue.seconds",
        "How long the oldest partition that is not published is past its end and the grace",
        tags,
        figures::overdue);
    gauge(
        "watermark.timestamp.seconds",
        "The watermark, in seconds since the epoch; NaN while there is none",
        tags,
        figures::watermark);
    gauge(
        "watermark.delay.seconds",
        "How far the watermark is behind the clock; NaN while there is none",
        tags,
        figures::watermarkDelay);
    gauge("log.version", "Version of the landing log at the last look", tags, s -> s.version());
    gauge(
        "attempts.running", "Attempts of processing that this process runs", tags, s -> running());
  }

  private double running() {
    return attempts.running(state);
  }

  private void gauge(
      String name, String description, Tags labels, ToDoubleFunction<LandingState> value) {
    Gauge.builder(PREFIX + name, this, m -> value.applyAsDouble(m.state))
        .description(description)
        .tags(labels)
        .register(registry);
  }

  private Counter tickFailures() {
    return Counter.builder(PREFIX + "tick.failures")
        .description("Looks that ended early, such as for the file system being away")
        .tags(tags)
        .register(registry);
  }

  private Counter rows(String kind) {
    return Counter.builder(PREFIX + "rows")
        .description("Rows of the revisions published, by what became of them")
        .tags(tags.and("kind", kind))
        .register(registry);
  }

  @Override
  public void looked(LandingState found) {
    state = found;
  }

  @Override
  public void ticked(Duration took) {
    ticks.record(took);
  }

  @Override
  public void tickFailed(RuntimeException error) {
    tickFailures().increment();
  }

  @Override
  public void appended(LandingState before, LogRecord record) {
    actions.count(record.entry());
    if (record.entry() instanceof LogEntry.Claim claim) {
      attempts.began(claim);
    } else if (record.entry() instanceof LogEntry.Published published) {
      Optional<Publication> revision =
          before.partition(published.partition()).flatMap(PartitionState::intended);
      revision.ifPresent(r -> published(published, record, r));
    }
  }

  private void published(LogEntry.Published entry, LogRecord record, Publication revision) {
    rows("out").increment((double) revision.counts().out());
    rows("duplicates").increment((double) revision.counts().duplicates());
    rows("quarantined").increment((double) revision.counts().quarantined());
    if (revision.revision() == 1) {
      Duration late = Duration.between(entry.partition().end(dataset.granularity()), record.at());
      delay.record(late.isNegative() ? Duration.ZERO : late);
    }
  }
}
