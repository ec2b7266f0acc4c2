package dev.tidemark.coordinator;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Workers of which there are none: whoever hands in a task does it. */
final class CallerRuns extends AbstractExecutorService {
  private volatile boolean down;

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

  @Override
  public boolean isShutdown() {
    return down;
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
