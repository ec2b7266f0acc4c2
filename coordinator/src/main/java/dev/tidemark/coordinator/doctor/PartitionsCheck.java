package dev.tidemark.coordinator.doctor;

import dev.tidemark.coordinator.operations.Explanation;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.PartitionState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Partitions that wait for a person, or for longer than they should. */
final class PartitionsCheck implements Check {
  private static final Duration LONG_HELD = Duration.ofDays(1);

  private final DatasetConfig dataset;
  private final Operations operations;
  private final EntryTimes times;
  private final Duration publishedWithin;
  private final Clock clock;

  /**
   * Of one dataset.
   *
   * @param publishedWithin how long after its end a partition may take
   */
  PartitionsCheck(
      DatasetConfig dataset,
      Operations operations,
      EntryTimes times,
      Duration publishedWithin,
      Clock clock) {
    this.dataset = dataset;
    this.operations = operations;
    this.times = times;
    this.publishedWithin = publishedWithin;
    this.clock = clock;
  }

  @Override
  public String name() {
    return dataset.name() + ": partitions";
  }

  @Override
  public List<Finding> look() {
    LandingState state = operations.state();
    List<Finding> found = new ArrayList<>();
    for (PartitionState p : state.partitions().values()) {
      look(state, p).ifPresent(found::add);
    }
    return found.isEmpty()
        ? List.of(Finding.ok(name(), "None waits for a person, or for longer than it should."))
        : found;
  }

  private Optional<Finding> look(LandingState state, PartitionState p) {
    if (p.hold().isPresent() && times.isOlder(p.barred(), LONG_HELD)) {
      return Optional.of(p)
          .map(
              held ->
                  Finding.warning(
                      name(),
                      held.id() + " has been held for over a day: " + held.hold().get() + ".",
                      dataset.advise("'tidemark release " + held.id() + "' lets it go on.")));
    }
    if (p.failure().filter(f -> f.last().waitsForPerson()).isPresent()) {
      return Optional.of(explained(p, Finding.Severity.FAILURE));
    }
    return isLong(state, p) && isMissing(p)
        ? Optional.of(explained(p, Finding.Severity.WARNING))
        : Optional.empty();
  }

  /** Of one that came back only its record tells what was published, or that it was skipped. */
  private boolean isMissing(PartitionState p) {
    return p.publication().isEmpty()
        && operations
            .find(p.id())
            .filter(known -> known.publication().isEmpty() && known.skipped().isEmpty())
            .isPresent();
  }

  /** By clock and watermark: what does not close for want of a watermark is another's finding. */
  private boolean isLong(LandingState state, PartitionState p) {
    Instant end = p.id().end(dataset.granularity());
    Instant closes = end.plus(dataset.grace());
    return state.watermark().filter(w -> !w.isBefore(closes)).isPresent()
        && clock.instant().isAfter(end.plus(publishedWithin));
  }

  private Finding explained(PartitionState p, Finding.Severity severity) {
    Explanation explanation = operations.explain(p.id());
    String late =
        severity == Finding.Severity.WARNING
            ? " is not published " + HowLong.of(publishedWithin) + " after its end. "
            : ": ";
    return new Finding(
        name(),
        severity,
        p.id() + late + explanation.waitsFor(),
        explanation
            .advice()
            .or(() -> Optional.of(dataset.advise("'tidemark partitions show " + p.id() + "'."))));
  }
}
