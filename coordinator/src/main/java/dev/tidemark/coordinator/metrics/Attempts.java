package dev.tidemark.coordinator.metrics;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The attempts that this process claimed, one a partition. */
final class Attempts {
  private final Clock clock;
  private final Map<PartitionId, String> claimed = new ConcurrentHashMap<>();

  Attempts(Clock clock) {
    this.clock = clock;
  }

  void began(LogEntry.Claim claim) {
    claimed.put(claim.partition(), claim.attempt());
  }

  /** Those whose claim still stands in a state; the others are over, however they ended. */
  int running(LandingState state) {
    claimed.keySet().removeIf(id -> state.partition(id).isEmpty());
    return (int)
        claimed.entrySet().stream()
            .filter(
                c ->
                    state
                        .partition(c.getKey())
                        .flatMap(PartitionState::claim)
                        .filter(own -> own.attempt().equals(c.getValue()))
                        .filter(own -> own.until().isAfter(clock.instant()))
                        .isPresent())
            .count();
  }
}
