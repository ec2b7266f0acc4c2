package dev.tidemark.bench.control;

import dev.tidemark.landing.PartitionId;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;

/**
 * The ticks that carry one hour on: one closes and prepares it and hands it over to be processed,
 * the other publishes and archives it. The time in between is processing's, and is not counted.
 */
final class WorkDue implements ToDoubleFunction<BenchZone> {
  private static final long LOOK = 200_000;

  @Override
  public double applyAsDouble(BenchZone zone) {
    PartitionId over = zone.nextIsOver();
    double first = Stopwatch.millis(zone::tick);
    await(() -> zone.isToBePublished(over));
    double second = Stopwatch.millis(zone::tick);
    if (!zone.rests(over)) {
      throw new IllegalStateException(over + " was not archived");
    }
    return first + second;
  }

  private static void await(BooleanSupplier reached) {
    while (!reached.getAsBoolean()) {
      LockSupport.parkNanos(LOOK);
    }
  }
}
