package dev.tidemark.coordinator.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the simulation would miss if it did not find these. */
@ExtendWith(Silence.class)
class PlantedFaultsTest {
  @Test
  void append_without_compare() {
    isFound(new PlantedFaults.AppendWithoutCompare(), Scenarios.takingOver(), 1, 0);
  }

  @Test
  void append_after_clean_up() {
    isFound(new PlantedFaults.AppendAfterCleanUp(), Scenarios.cleaning(), 1, 0);
  }

  @Test
  void close_with_a_pending_intent() {
    isFound(new PlantedFaults.CloseWithPendingIntent(), Scenarios.interrupted(), 1, 0);
  }

  @Test
  void process_by_listing() {
    isFound(new PlantedFaults.ProcessByListing(), Scenarios.strange(), 1, 0);
  }

  @Test
  void rename_that_nests() {
    isFound(new PlantedFaults.RenameThatNests(), Scenarios.publishing(), 1, 0);
  }

  @Test
  void archived_files_that_move_back() {
    isFound(new PlantedFaults.ArchivedFilesMoveBack(), Scenarios.reprocessing(), 0, 1);
  }

  @Test
  void swap_without_its_tombstone() {
    isFound(new PlantedFaults.SwapWithoutTombstone(), Scenarios.publishing(), 1, 0);
  }

  @Test
  void emptied_name_that_is_free() {
    isFound(new PlantedFaults.EmptiedNameIsFree(), Scenarios.expiredAndAskedFor(), 1, 0);
  }

  @Test
  void abort_that_deletes() {
    isFound(new PlantedFaults.AbortThatDeletes(), Scenarios.takingOver(), 0, 1);
  }

  /** With the fault a schedule fails; without it, none of all those within the same bounds does. */
  private static void isFound(Parts fault, Scenario scenario, int preemptions, int faults) {
    try (Simulation simulation = new Simulation()) {
      Exploration planted = new Exploration(simulation, scenario.with(fault), preemptions, faults);
      assertThat(planted.run()).as("%s in %s", fault, scenario).isPresent();
      Exploration sound = new Exploration(simulation, scenario, preemptions, faults);
      assertThat(sound.run()).isEmpty();
    }
  }
}
