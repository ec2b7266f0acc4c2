package dev.tidemark.coordinator.metrics;

import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.PartitionState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** What a state and the clock say in numbers. */
record StateFigures(DatasetConfig dataset, Clock clock) {

  double standing(LandingState state, Standing standing) {
    Instant now = clock.instant();
    return state.partitions().values().stream()
        .filter(p -> Standing.of(p, now) == standing)
        .count();
  }

  double waiting(LandingState state) {
    return state.partitions().values().stream()
        .filter(p -> p.failure().filter(f -> f.last().waitsForPerson()).isPresent())
        .count();
  }

  /** Seconds since the first of those that were never published should have closed, or 0. */
  double overdue(LandingState state) {
    Instant now = clock.instant();
    return state.partitions().values().stream()
        .filter(p -> p.publication().isEmpty() && p.skipped().isEmpty() && !p.returned())
        .map(this::due)
        .filter(due -> due.isBefore(now))
        .mapToDouble(due -> Duration.between(due, now).toMillis() / 1000.0)
        .max()
        .orElse(0);
  }

  private Instant due(PartitionState p) {
    return p.id().end(dataset.granularity()).plus(dataset.grace());
  }

  double watermark(LandingState state) {
    return state.watermark().map(w -> w.toEpochMilli() / 1000.0).orElse(Double.NaN);
  }

  double watermarkDelay(LandingState state) {
    return state
        .watermark()
        .map(w -> Duration.between(w, clock.instant()).toMillis() / 1000.0)
        .orElse(Double.NaN);
  }
}
