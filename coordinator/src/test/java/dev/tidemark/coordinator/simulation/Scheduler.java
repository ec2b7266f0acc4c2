package dev.tidemark.coordinator.simulation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Runs actors one operation at a time, in the order that a {@link Plan} says. Each actor has a
 * thread, and exactly one thread runs: the one whose turn it is. What is handed over with the turn
 * is therefore seen by the next without locks.
 */
final class Scheduler {
  /** More operations than these are a schedule that does not end. */
  private static final int MOST_STEPS = 20_000;

  private static final int NOBODY = -1;

  /** Starts a life of an actor. */
  interface Births {
    Life start(int seat, int lives, Steps steps);
  }

  private final Executor threads;
  private final Plan plan;
  private final Births births;
  private final LongSupplier root;
  private final SimulatedClock clock;
  private final List<Seat> seats = new ArrayList<>();
  private final Trace trace = new Trace();
  private final TemporaryFiles temporary = new TemporaryFiles();
  private final List<Late> late = new ArrayList<>();
  private final Thread caller = Thread.currentThread();
  private int step;
  private int chosen = NOBODY;
  private int running = NOBODY;
  private boolean begun;
  private boolean abandoned;
  private Optional<String> problem = Optional.empty();
  private volatile boolean over;

  private record Late(int due, Access access, Steps.Operation<?> operation) {}

  /**
   * A run of some actors.
   *
   * @param root fingerprint of the shared file system
   */
  Scheduler(
      Executor threads,
      Plan plan,
      List<Actor> actors,
      Births births,
      LongSupplier root,
      SimulatedClock clock) {
    this.threads = threads;
    this.plan = plan;
    this.births = births;
    this.root = root;
    this.clock = clock;
    actors.forEach(actor -> seats.add(new Seat(seats.size(), actor)));
    seats.forEach(Seat::beBorn);
  }

  /** Runs until every actor has ended or the plan gave up. */
  void run() {
    begun = true;
    hand(seats.size() - 1);
    while (!over) {
      LockSupport.park(this);
    }
    while (!late.isEmpty()) {
      catchUp(late.remove(0));
    }
  }

  boolean isAbandoned() {
    return abandoned;
  }

  /** What no actor may do: die of an error, or go on for ever. */
  Optional<String> problem() {
    return problem;
  }

  Trace trace() {
    return trace;
  }

  int steps() {
    return step;
  }

  /** The last actor ended or crashed: another's turn, or the caller's when none is left. */
  private void hand(int last) {
    running = NOBODY;
    if (!abandoned && waiting() != 0 && !plan.isWorthwhile(step, this::state)) {
      abandoned = true;
    }
    if (abandoned) {
      Optional<Seat> left = seats.stream().filter(Seat::mustUnwind).findFirst();
      left.ifPresentOrElse(Seat::wake, this::end);
    } else if (waiting() == 0) {
      end();
    } else {
      chosen = plan.succeed(step, last, waiting());
      seats.get(chosen).wake();
    }
  }

  private void end() {
    over = true;
    LockSupport.unpark(caller);
  }

  private int waiting() {
    int waiting = 0;
    for (Seat seat : seats) {
      waiting |= seat.ended ? 0 : 1 << seat.index;
    }
    return waiting;
  }

  /** The root without temporary files, which nobody but their writers looks at. */
  long rootAlone() {
    return root.getAsLong() - temporary.sum();
  }

  /** Of this state all that comes follows: what actors do depends on what they learnt alone. */
  private long state() {
    Digest state = new Digest().add(rootAlone()).add(now()).add(running);
    for (Seat seat : seats) {
      state.add(seat.history.digest()).add(seat.ended ? 1 : 0);
    }
    return state.value();
  }

  private long stateAfterCrash(Seat crashing) {
    Digest state = new Digest().add(rootAlone()).add(now()).add(NOBODY);
    for (Seat seat : seats) {
      History history = seat == crashing ? seat.born() : seat.history;
      state.add(history.digest()).add(seat.ended ? 1 : 0);
    }
    return state.value();
  }

  private long now() {
    return clock.instant().toEpochMilli();
  }

  private void catchUp(Late operation) {
    try {
      trace.add(step, "late", operation.access(), "done now");
      operation.operation().run();
    } catch (IOException e) {
      // Nobody is there to be told.
    }
  }

  /** One actor and its thread. */
  private final class Seat implements Steps {
    private final int index;
    private final Actor actor;
    private History history = new History();
    private int lives;
    private Life life;
    private boolean started;
    private boolean dead;
    private boolean ended;
    private long before;
    private Thread thread;
    private volatile boolean turn;

    Seat(int index, Actor actor) {
      this.index = index;
      this.actor = actor;
    }

    /** The history of one who crashed: it knows nothing. */
    History born() {
      return new History(lives);
    }

    boolean mustUnwind() {
      return started && !ended;
    }

    void wake() {
      if (started) {
        turn = true;
        LockSupport.unpark(thread);
      } else {
        started = true;
        threads.execute(this::live);
      }
    }

    private void beBorn() {
      life = births.start(index, ++lives, this);
    }

    private void await() {
      while (!turn) {
        LockSupport.park(this);
      }
      turn = false;
    }

    private void live() {
      thread = Thread.currentThread();
      boolean again = true;
      while (again) {
        again = liveOnce();
      }
      ended = true;
      hand(index);
    }

    /** Whether there is another life to come. */
    private boolean liveOnce() {
      try {
        actor.live(life);
      } catch (Crashed | Abandoned e) {
        // What comes next follows from the fields.
      } catch (RuntimeException | Error e) {
        problem = Optional.of(actor.name() + " died of " + Stack.of(e));
        abandoned = true;
      }
      if (!dead || abandoned) {
        return false;
      }
      history = born();
      hand(index);
      await();
      dead = false;
      beBorn();
      return !abandoned;
    }

    @Override
    public Effect before(Access access) {
      if (!begun) {
        return Effect.DONE;
      }
      if (dead) {
        throw new Crashed();
      }
      if (chosen != index) {
        giveWay(access);
      }
      chosen = NOBODY;
      requireEnd();
      if (!plan.admits(index)) {
        abandoned = true;
        throw new Abandoned();
      }
      clock.step();
      while (!late.isEmpty() && late.get(0).due() <= step) {
        catchUp(late.remove(0));
      }
      Effect effect = plan.effect(step++, index, access, () -> stateAfterCrash(this));
      dead = effect == Effect.CRASH;
      if (plan.isSearch()) {
        before = root.getAsLong();
      }
      return effect;
    }

    private void giveWay(Access access) {
      running = index;
      if (!abandoned && !plan.isWorthwhile(step, Scheduler.this::state)) {
        abandoned = true;
      }
      int others = waiting() & ~(1 << index);
      int next = abandoned || others == 0 ? index : plan.preempt(step, index, access, others);
      if (next != index) {
        chosen = next;
        seats.get(next).wake();
        await();
      }
      if (abandoned) {
        throw new Abandoned();
      }
    }

    private void requireEnd() {
      if (step == MOST_STEPS) {
        problem = Optional.of("It does not end: " + MOST_STEPS + " operations were done.");
        abandoned = true;
        throw new Abandoned();
      }
    }

    @Override
    public void learnt(Access access, Object result) {
      if (!begun) {
        return;
      }
      trace.add(step - 1, actor.name(), access, result);
      if (plan.isSearch()) {
        long change = root.getAsLong() - before;
        temporary.note(access, change);
        history.note(access, result, clock.instant());
        plan.done(index, access, change != 0);
      }
    }

    @Override
    public void later(Access access, Operation<?> operation) {
      int due = step + plan.delay(step - 1);
      late.add(new Late(due, access, operation));
      late.sort((a, b) -> Integer.compare(a.due(), b.due()));
    }
  }
}
