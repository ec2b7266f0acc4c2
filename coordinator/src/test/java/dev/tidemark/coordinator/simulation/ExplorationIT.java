package dev.tidemark.coordinator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the search leaves out is of no consequence: it ends in the roots that brute force does. */
@ExtendWith(Silence.class)
@Execution(ExecutionMode.CONCURRENT)
class ExplorationIT {
  @ParameterizedTest
  @CsvSource({
    "closing, 1, 1",
    "closing, 2, 0",
    "taking-over, 1, 0",
    "preparing, 1, 1",
    "publishing, 1, 1",
    "replacing, 1, 0",
    "cleaning, 1, 0",
    "cleaning, 0, 1",
  })
  void it_ends_where_brute_force_ends(String name, int preemptions, int faults) {
    Scenario scenario = Scenarios.named(name);
    try (Simulation simulation = new Simulation()) {
      Exploration search = new Exploration(simulation, scenario, preemptions, faults);
      Exploration every = Exploration.exhaustive(simulation, scenario, preemptions, faults);
      assertThat(search.run()).isEmpty();
      assertThat(every.run()).isEmpty();
      assertThat(search.ends()).isEqualTo(every.ends());
      assertThat(search.schedules()).isLessThanOrEqualTo(every.schedules());
    }
  }
}
