package dev.tidemark.coordinator.simulation;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Decides by a random number generator: seldom or often whose turn it is, which operations fail and
 * how. Who is interrupted may be left alone for long, and goes on when others have done its work.
 */
final class RandomPlan implements Plan {
  private static final int[] CALM = {2, 8, 30, 120};
  private static final List<Effect> FAULTS =
      List.of(Effect.CRASH, Effect.CRASH, Effect.LOST_REPLY, Effect.FAILURE, Effect.LATE);
  private static final int LONGEST_SLEEP = 400;
  private static final int LATEST = 200;

  private final SplittableRandom random;
  private final int calm;
  private final int[] asleepUntil;
  private int turnAt;
  private int faultsLeft;
  private int faultAt;

  RandomPlan(SplittableRandom random, int seats) {
    this.random = random;
    this.calm = CALM[random.nextInt(CALM.length)];
    this.asleepUntil = new int[seats];
    this.turnAt = random.nextInt(2 * calm);
    this.faultsLeft = random.nextInt(4);
    this.faultAt = random.nextInt(250);
  }

  @Override
  public int preempt(int step, int running, Access next, int others) {
    int awake = awake(step, others);
    if (step < turnAt || awake == 0) {
      return running;
    }
    turnAt = step + 1 + random.nextInt(2 * calm);
    if (random.nextInt(4) == 0) {
      asleepUntil[running] = step + random.nextInt(LONGEST_SLEEP);
    }
    return pick(awake);
  }

  @Override
  public int succeed(int step, int last, int waiting) {
    int awake = awake(step, waiting);
    return pick(awake == 0 ? waiting : awake);
  }

  private int awake(int step, int seats) {
    int awake = 0;
    for (int left = seats; left != 0; left &= left - 1) {
      int seat = Integer.numberOfTrailingZeros(left);
      awake |= asleepUntil[seat] <= step ? 1 << seat : 0;
    }
    return awake;
  }

  private int pick(int seats) {
    int left = seats;
    for (int skip = random.nextInt(Integer.bitCount(seats)); skip > 0; skip--) {
      left &= left - 1;
    }
    return Integer.numberOfTrailingZeros(left);
  }

  @Override
  public Effect effect(int step, int seat, Access access, LongSupplier crashed) {
    if (step < faultAt || faultsLeft == 0) {
      return Effect.DONE;
    }
    Effect effect = FAULTS.get(random.nextInt(FAULTS.size()));
    if (effect == Effect.LATE && !access.kind().canBeLate()) {
      return Effect.DONE;
    }
    faultsLeft--;
    faultAt = step + 1 + random.nextInt(200);
    return effect;
  }

  @Override
  public int delay(int step) {
    return 1 + random.nextInt(LATEST);
  }
}
