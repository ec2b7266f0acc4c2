package dev.tidemark.coordinator.simulation;

import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs schedules: the real classes over a file system in memory, their every operation in the order
 * and with the outcome that a plan says. Whatever happened, everything is then healed and must come
 * to rest with nothing lost, repeated or stuck. Its threads serve one schedule after the other.
 */
final class Simulation implements AutoCloseable {
  private static final int LIVES = 256;

  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "actor");
            thread.setDaemon(true);
            return thread;
          });

  Outcome run(Scenario scenario, Plan plan) {
    MemoryFileSystem root = scenario.root().copy();
    KeptLog shared = new KeptLog(root);
    SimulatedClock clock = new SimulatedClock(scenario.perStep());
    Scheduler scheduler =
        new Scheduler(
            threads,
            plan,
            scenario.actors(),
            (seat, lives, steps) -> birth(scenario, shared, clock, seat, lives, steps),
            root::fingerprint,
            clock);
    scheduler.run();
    Optional<Long> end =
        scheduler.isAbandoned() ? Optional.empty() : Optional.of(scheduler.rootAlone());
    return new Outcome(
        scheduler.steps(),
        end,
        scheduler.isAbandoned() ? scheduler.problem() : settle(scenario, root, shared, clock),
        scheduler.trace());
  }

  private static Life birth(
      Scenario scenario, KeptLog shared, Clock clock, int seat, int lives, Steps steps) {
    Parts parts = scenario.parts();
    Duration skew = scenario.skews().get(seat);
    LandingFileSystem files =
        new ActorFiles(parts.files(shared), steps, new StableNames(seat * LIVES + lives));
    Life life =
        Life.of(
            scenario.actors().get(seat).name() + "." + lives,
            files,
            skew.isZero() ? clock : Clock.offset(clock, skew),
            parts,
            scenario.upkeep());
    // Who is there when the schedule begins has read the log; who comes later has to.
    return lives == 1 ? life.knowing() : life;
  }

  private static Optional<String> settle(
      Scenario scenario, MemoryFileSystem root, KeptLog shared, SimulatedClock clock) {
    return new Healing(scenario, shared, clock)
        .heal()
        .or(() -> new Verdict(root, shared.entries(), scenario).find());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
