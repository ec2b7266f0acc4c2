package dev.tidemark.coordinator.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every schedule of small configurations. A failure names a scenario and a schedule; {@code
 * -Dtidemark.simulation.scenario=NAME -Dtidemark.simulation.schedule="…"} runs that one alone.
 */
@ExtendWith(Silence.class)
@Execution(ExecutionMode.CONCURRENT)
class SystematicIT {
  private static final String SCHEDULE = System.getProperty("tidemark.simulation.schedule");

  static List<Scenario> small() {
    return Scenarios.small();
  }

  static List<Scenario> larger() {
    return Scenarios.larger();
  }

  @ParameterizedTest
  @MethodSource
  void small(Scenario scenario, TestReporter reporter) {
    explore(scenario, 2, 1, reporter);
  }

  @ParameterizedTest
  @MethodSource("larger")
  void with_a_preemption_and_a_fault(Scenario scenario, TestReporter reporter) {
    explore(scenario, 1, 1, reporter);
  }

  @ParameterizedTest
  @MethodSource("larger")
  void with_two_preemptions(Scenario scenario, TestReporter reporter) {
    explore(scenario, 2, 0, reporter);
  }

  @Test
  void a_log_that_is_cleaned_up_at_once(TestReporter reporter) {
    explore(Scenarios.cleaning(), 1, 0, reporter);
    explore(Scenarios.cleaning(), 0, 1, reporter);
  }

  @Test
  void one_schedule() {
    assumeThat(SCHEDULE).as("a schedule to run again").isNotNull();
    Scenario scenario = Scenarios.named(System.getProperty("tidemark.simulation.scenario"));
    try (Simulation simulation = new Simulation()) {
      Outcome outcome = simulation.run(scenario, new Following(Schedule.parse(SCHEDULE)));
      assertThat(outcome.violation()).as("%s", outcome.trace()).isEmpty();
    }
  }

  private static void explore(
      Scenario scenario, int preemptions, int faults, TestReporter reporter) {
    assumeThat(SCHEDULE).as("a schedule to run again").isNull();
    try (Simulation simulation = new Simulation()) {
      Exploration exploration = new Exploration(simulation, scenario, preemptions, faults);
      assertThat(exploration.run()).isEmpty();
      reporter.publishEntry(
          scenario + ", " + preemptions + " preemptions, " + faults + " faults",
          exploration.schedules() + " schedules");
    }
  }
}
