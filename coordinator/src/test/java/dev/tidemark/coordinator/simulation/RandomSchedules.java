package dev.tidemark.coordinator.simulation;

import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Schedules that a seed determines: what there is, who works when, and what fails. */
final class RandomSchedules {
  private static final long CHUNK = 500;

  private final Parts parts;

  RandomSchedules(Parts parts) {
    this.parts = parts;
  }

  /** The first of some seeds that fails, if one does; uses every processor. */
  Optional<Failing> run(long from, long count) {
    return LongStream.rangeClosed(0, (count - 1) / CHUNK)
        .parallel()
        .mapToObj(
            chunk ->
                chunk(from + chunk * CHUNK, Math.min(from + count, from + (chunk + 1) * CHUNK)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Failing> chunk(long from, long until) {
    RandomScenarios scenarios = new RandomScenarios();
    try (Simulation simulation = new Simulation()) {
      for (long seed = from; seed < until; seed++) {
        Outcome outcome = run(simulation, scenarios, seed);
        if (outcome.violation().isPresent()) {
          return Optional.of(new Failing("-Dtidemark.simulation.seed=" + seed, outcome));
        }
      }
    }
    return Optional.empty();
  }

  private Outcome run(Simulation simulation, RandomScenarios scenarios, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Scenario scenario = scenarios.next(random.split()).with(parts);
    return simulation.run(scenario, new RandomPlan(random.split(), scenario.actors().size()));
  }

  /** The same again. */
  Outcome run(long seed) {
    try (Simulation simulation = new Simulation()) {
      return run(simulation, new RandomScenarios(), seed);
    }
  }
}
