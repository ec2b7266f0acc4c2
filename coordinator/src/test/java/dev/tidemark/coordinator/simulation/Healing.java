package dev.tidemark.coordinator.simulation;

import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.PartitionState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What follows on every schedule: nothing fails any more, holds and pins are released, and an
 * ingest and a coordinator work with time going on until nothing is left to do.
 */
final class Healing {
  private static final int MOST_ROUNDS = 10;
  private static final int LIFE = 1 << 20;

  private final Scenario scenario;
  private final SimulatedClock clock;
  private final LandingFileSystem files;
  private final Journal journal;

  Healing(Scenario scenario, LandingFileSystem shared, SimulatedClock clock) {
    this.scenario = scenario;
    this.clock = clock;
    this.files = new ActorFiles(scenario.parts().files(shared), Steps.FREE, new StableNames(LIFE));
    this.journal = Journal.of(files, clock, "healing", scenario.upkeep());
  }

  /** What prevents it from coming to rest. */
  Optional<String> heal() {
    try {
      long seen = -1;
      for (int round = 0; round < MOST_ROUNDS; round++) {
        clock.passes(Duration.ofDays(1));
        work(round);
        long version = journal.refresh().version();
        if (version == seen) {
          return Optional.empty();
        }
        seen = version;
      }
      return Optional.of("It does not come to rest; the log is at " + seen + ".");
    } catch (RuntimeException e) {
      return Optional.of("It cannot be healed: " + Stack.of(e));
    }
  }

  private void work(int round) {
    Operations operations = new Operations(scenario.dataset(), journal, clock);
    for (PartitionId held : held(journal.refresh())) {
      operations.release(held, "healing");
    }
    Life life = new Life("healing." + round, files, clock, scenario.parts(), () -> journal);
    if (round == 0 || !isLanded(journal.refresh())) {
      Scenarios.ingest("healing", scenario.kafka()).live(life);
    }
    new Carrier("healing", scenario.dataset(), scenario.config(), Carrier.ALL).live(life);
  }

  private boolean isLanded(LandingState state) {
    return state.pending().isEmpty()
        && scenario.kafka().messages().keySet().stream()
            .allMatch(source -> state.landed(source) == scenario.kafka().end(source));
  }

  private static List<PartitionId> held(LandingState state) {
    return state.partitions().values().stream()
        .filter(p -> p.hold().isPresent() || p.pin().isPresent())
        .map(PartitionState::id)
        .toList();
  }
}
