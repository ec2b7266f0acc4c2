package dev.tidemark.coordinator.simulation;

import dev.tidemark.coordinator.simulation.Schedule.Departure;
import dev.tidemark.coordinator.simulation.Schedule.Fault;
import dev.tidemark.coordinator.simulation.Schedule.Turn;
import dev.tidemark.landing.LandingZone;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Every schedule of a scenario with at most so many preemptions, and so many crashes or lost
 * replies. Each is run from the start; it is given up where it comes to a state that was seen
 * before with no less left to spend, for what follows was or will be looked at from there. An
 * exhaustive exploration gives up none, and leaves out none for being like another.
 */
final class Exploration {
  private final Simulation simulation;
  private final Scenario scenario;
  private final int preemptions;
  private final int faults;

  private final boolean exhaustive;

  /**
   * It makes no difference when something is done here: temporary files are their writers' alone,
   * and where no checkpoint is due their directory stays as it is. Where operations take time, it
   * always makes one.
   */
  private final List<String> lonely;

  private final LongSet seen = new LongSet();
  private final LongSet promised = new LongSet();
  private final Set<Long> ends = new HashSet<>();
  private long schedules;
  private Optional<Failing> failing = Optional.empty();

  Exploration(Simulation simulation, Scenario scenario, int preemptions, int faults) {
    this(simulation, scenario, preemptions, faults, false);
  }

  private Exploration(
      Simulation simulation, Scenario scenario, int preemptions, int faults, boolean exhaustive) {
    this.simulation = simulation;
    this.scenario = scenario;
    this.preemptions = preemptions;
    this.faults = faults;
    this.exhaustive = exhaustive;
    this.lonely = exhaustive || !scenario.isTimeless() ? List.of() : lonely(scenario);
  }

  static Exploration exhaustive(
      Simulation simulation, Scenario scenario, int preemptions, int faults) {
    return new Exploration(simulation, scenario, preemptions, faults, true);
  }

  private static List<String> lonely(Scenario scenario) {
    return scenario.isWithoutCheckpoints()
        ? List.of(LandingZone.temporaryDirectory(), LandingZone.checkpoints())
        : List.of(LandingZone.temporaryDirectory());
  }

  /** The first schedule found that fails. */
  Optional<Failing> run() {
    explore(Schedule.PLAIN, preemptions, faults);
    return failing;
  }

  /** How many were run, those given up included. */
  long schedules() {
    return schedules;
  }

  /** The roots at the end of those that were run to their end. */
  Set<Long> ends() {
    return ends;
  }

  private void explore(Schedule schedule, int preemptionsLeft, int faultsLeft) {
    Probe probe = new Probe(schedule, preemptionsLeft, faultsLeft);
    Outcome outcome = simulation.run(scenario, probe);
    schedules++;
    outcome.end().ifPresent(ends::add);
    if (outcome.violation().isPresent()) {
      failing =
          Optional.of(
              new Failing(
                  "-Dtidemark.simulation.scenario="
                      + scenario.name()
                      + " -Dtidemark.simulation.schedule=\""
                      + schedule
                      + '"',
                  outcome));
    }
    for (Option option : probe.options) {
      if (failing.isPresent()) {
        return;
      }
      explore(
          schedule.and(option.departure()),
          preemptionsLeft - option.preemptions(),
          faultsLeft - option.faults());
    }
  }

  /** A departure that can be taken, and what it costs. */
  private record Option(Departure departure, int preemptions, int faults) {}

  /** Follows a schedule and notes where another could depart from it later. */
  private final class Probe extends Following {
    private final int last;
    private final int preemptionsLeft;
    private final int faultsLeft;
    private final List<Option> options = new ArrayList<>();

    /**
     * Who was preempted, and before which operation. As long as nothing is done that this operation
     * could tell, it might as well have been done before the preemption; that is looked at there.
     */
    private final Map<Integer, Access> asleep = new HashMap<>();

    Probe(Schedule schedule, int preemptionsLeft, int faultsLeft) {
      super(schedule);
      this.last = schedule.lastPosition();
      this.preemptionsLeft = preemptionsLeft;
      this.faultsLeft = faultsLeft;
    }

    @Override
    public int preempt(int step, int running, Access next, int others) {
      if (preemptionsLeft > 0 && !next.isWithin(lonely)) {
        note(step, others, 1);
      }
      int chosen = super.preempt(step, running, next, others);
      if (chosen != running && !exhaustive && scenario.isTimeless()) {
        asleep.put(running, next);
      }
      return chosen;
    }

    @Override
    public int succeed(int step, int seat, int waiting) {
      note(step, waiting & ~(1 << plain(seat, waiting)), 0);
      return super.succeed(step, seat, waiting);
    }

    private void note(int step, int seats, int cost) {
      if (2 * step > last) {
        for (int left = seats & ~sleepers(); left != 0; left &= left - 1) {
          Turn turn = new Turn(step, Integer.numberOfTrailingZeros(left));
          options.add(new Option(turn, cost, 0));
        }
      }
    }

    @Override
    public Effect effect(int step, int seat, Access access, LongSupplier crashed) {
      if (faultsLeft > 0 && 2 * step + 1 > last) {
        options.add(new Option(new Fault(step, Effect.LOST_REPLY), 0, 1));
        if (exhaustive
            || (access.kind() == Access.Kind.CLOSE && !access.isWithin(lonely))
            || promised.add(
                key(crashed.getAsLong(), sleepers(), preemptionsLeft, faultsLeft - 1))) {
          options.add(new Option(new Fault(step, Effect.CRASH), 0, 1));
        }
      }
      return super.effect(step, seat, access, crashed);
    }

    @Override
    public boolean admits(int seat) {
      return !asleep.containsKey(seat);
    }

    @Override
    public void done(int seat, Access access, boolean changed) {
      if (changed
          && scenario.isWithoutCheckpoints()
          && access.target().startsWith(LandingZone.checkpoints())) {
        throw new IllegalStateException("Somebody changed what nobody changes: " + access);
      }
      asleep.values().removeIf(next -> next.matters(access, changed));
    }

    private int sleepers() {
      int sleepers = 0;
      for (int seat : asleep.keySet()) {
        sleepers |= 1 << seat;
      }
      return sleepers;
    }

    @Override
    public boolean isSearch() {
      return true;
    }

    @Override
    public boolean isWorthwhile(int step, LongSupplier state) {
      if (exhaustive || 2 * step <= last) {
        return true;
      }
      long now = state.getAsLong();
      int sleepers = sleepers();
      for (int p = preemptionsLeft; p <= preemptions; p++) {
        for (int f = faultsLeft; f <= faults; f++) {
          // Where fewer slept, more was looked at.
          for (int s = sleepers; s >= 0; s = s == 0 ? -1 : (s - 1) & sleepers) {
            if (seen.contains(key(now, s, p, f))) {
              return false;
            }
          }
        }
      }
      return seen.add(key(now, sleepers, preemptionsLeft, faultsLeft));
    }

    private static long key(long state, int sleepers, int preemptionsLeft, int faultsLeft) {
      return new Digest().add(state).add(sleepers).add(preemptionsLeft).add(faultsLeft).value();
    }
  }
}
