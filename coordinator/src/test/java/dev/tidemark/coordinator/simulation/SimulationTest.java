package dev.tidemark.coordinator.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.PartitionRecords;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the two long tests rest on, and a taste of them. */
@ExtendWith(Silence.class)
class SimulationTest {
  @Test
  void a_seed_determines_every_operation_and_its_outcome() {
    RandomSchedules schedules = new RandomSchedules(new Parts());
    for (long seed = 0; seed < 20; seed++) {
      assertThat(schedules.run(seed).trace()).hasToString(schedules.run(seed).trace().toString());
    }
  }

  @Test
  void a_schedule_determines_every_operation_and_its_outcome() {
    Schedule schedule = Schedule.parse("12>1 30!CRASH");
    assertThat(run(schedule).trace())
        .hasToString(run(schedule).trace().toString())
        .asString()
        .contains("12  coordinatorB")
        .contains("CRASH");
  }

  private static Outcome run(Schedule schedule) {
    try (Simulation simulation = new Simulation()) {
      return simulation.run(Scenarios.carrying(), new Following(schedule));
    }
  }

  @Test
  void a_schedule_and_its_text_are_inverses() {
    String text = "0>1 12>0 30!CRASH 31!LOST_REPLY";
    assertThat(Schedule.parse(text)).hasToString(text);
    assertThatThrownBy(() -> Schedule.parse("12>1 then 3!CRASH"))
        .hasMessageContaining("then 3!CRASH");
  }

  @Test
  void a_failure_says_how_to_run_it_again() {
    Parts fault = new PlantedFaults.SwapWithoutTombstone();
    try (Simulation simulation = new Simulation()) {
      Scenario scenario = Scenarios.publishing().with(fault);
      Failing failing = new Exploration(simulation, scenario, 1, 0).run().orElseThrow();
      String schedule = failing.replay().replaceFirst(".*schedule=\"(.*)\"", "$1");
      Outcome again = simulation.run(scenario, new Following(Schedule.parse(schedule)));
      assertThat(again.violation()).isEqualTo(failing.outcome().violation());
      assertThat(again.trace()).hasToString(failing.outcome().trace().toString());
    }
  }

  @Test
  void a_random_schedule_that_fails_is_found_and_named() {
    Optional<Failing> failing =
        new RandomSchedules(new PlantedFaults.AbortThatDeletes()).run(0, 500);
    assertThat(failing).isPresent();
    long seed = Long.parseLong(failing.get().replay().replaceFirst(".*=", ""));
    assertThat(new RandomSchedules(new PlantedFaults.AbortThatDeletes()).run(seed).violation())
        .isEqualTo(failing.get().outcome().violation());
  }

  @Test
  void the_scenarios_of_a_rollback_have_what_it_needs() {
    PartitionId hour = PartitionId.parse(Scenarios.H13);
    assertThat(
            new PartitionRecords(Scenarios.rollingBack().root())
                .latest(hour)
                .orElseThrow()
                .state()
                .earlier())
        .hasSize(1);
    LandingState copying =
        Journal.of(Scenarios.copying().root(), new SimulatedClock(Duration.ZERO), "test").refresh();
    assertThat(copying.partition(hour).orElseThrow().wanted()).isPresent();
  }

  @Test
  void the_scenarios_of_a_skipped_hour_have_one_that_is_empty_and_over() {
    LandingState state =
        Journal.of(Scenarios.skipping().root(), new SimulatedClock(Duration.ZERO), "test")
            .refresh();
    assertThat(state.closedThrough()).contains(PartitionId.parse(Scenarios.H13));
    assertThat(state.watermark()).contains(SimulatedClock.START);
    assertThat(state.partitions()).isEmpty();
  }

  @Test
  void some_random_schedules() {
    assertThat(new RandomSchedules(new Parts()).run(1_000_000, 500)).isEmpty();
  }
}
