package dev.tidemark.coordinator;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Workers of which there are none: whoever hands in a task does it. */
final class CallerRuns extends AbstractExecutorService {
  private volatile boolean down;
  private int rounds;

  CallerRuns() {
    this(Integer.MAX_VALUE);
  }

  /** Workers that are shut down when a coordinator has done so many rounds. */
  CallerRuns(int rounds) {
    this.rounds = rounds;
  }

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public void shutdown() {
    down = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    down = true;
    return List.of();
  }

  /** A coordinator asks before every round. */
  @Override
  public boolean isShutdown() {
    return down || rounds-- <= 0;
  }

  @Override
  public boolean isTerminated() {
    return down;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return down;
  }
}
