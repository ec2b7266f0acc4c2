package dev.tidemark.coordinator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random schedules of random configurations. {@code -Dtidemark.simulation.seed=N} runs that one
 * alone, {@code -Dtidemark.simulation.schedules=N} so many, and {@code
 * -Dtidemark.simulation.from=N} others.
 */
@ExtendWith(Silence.class)
class RandomSchedulesIT {
  private static final long SCHEDULES = 100_000;

  @Test
  void nothing_is_lost_repeated_or_stuck() {
    Long seed = Long.getLong("tidemark.simulation.seed");
    long from = seed == null ? Long.getLong("tidemark.simulation.from", 0) : seed;
    long count = seed == null ? Long.getLong("tidemark.simulation.schedules", SCHEDULES) : 1;
    Optional<Failing> failing = new RandomSchedules(new Parts()).run(from, count);
    assertThat(failing).isEmpty();
  }
}
