package dev.tidemark.standalone.chaos;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the faults of a script at their times, heals each at its own, and sees how it goes. */
final class FaultRun {
  private static final Logger LOG = LoggerFactory.getLogger(FaultRun.class);
  private static final Duration RECOVERY = Duration.ofMinutes(5);

  // A quota is taken off by a NameNode, a pin by a coordinator, and another fault may have taken
  // just that: it comes back in as much time as any service.
  private static final Duration HEALING = RECOVERY;

  private final Faults faults;
  private final Recovery recovery;
  private final Consumer<String> says;

  /**
   * Of one run.
   *
   * @param says is told of each fault, from any thread
   */
  FaultRun(Faults faults, Recovery recovery, Consumer<String> says) {
    this.faults = faults;
    this.recovery = recovery;
    this.says = says;
  }

  /** Returns when every fault is healed and recovered from, or will not be. */
  List<Outcome> run(Script script) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool(FaultRun::daemon);
    try {
      long begun = System.nanoTime();
      List<Future<Outcome>> all = new ArrayList<>();
      for (ScriptedFault each : script.faults()) {
        sleepUntil(begun + each.at().toNanos());
        all.add(threads.submit(() -> carry(each)));
      }
      sleepUntil(begun + script.length().toNanos());
      List<Outcome> outcomes = new ArrayList<>();
      for (Future<Outcome> each : all) {
        outcomes.add(each.get());
      }
      return outcomes;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "fault");
    thread.setDaemon(true);
    return thread;
  }

  private static void sleepUntil(long nanos) throws InterruptedException {
    long left = nanos - System.nanoTime();
    if (left > 0) {
      Thread.sleep(left / 1_000_000, (int) (left % 1_000_000));
    }
  }

  private Outcome carry(ScriptedFault scripted) throws InterruptedException {
    Fault fault = faults.of(scripted);
    Optional<String> notMade = inject(fault, scripted);
    Thread.sleep(scripted.lasting().toMillis());
    // Also one that could not be made: it may be there all the same.
    boolean healed =
        Patience.after(
                HEALING,
                () -> {
                  fault.heal();
                  return true;
                })
            .isPresent();
    LOG.info("{} is healed: {}", scripted.kind(), healed);
    if (notMade.isPresent()) {
      return new Outcome(scripted.kind(), notMade, healed, Optional.empty());
    }
    Optional<Duration> back = Patience.after(RECOVERY, recovery.from(scripted));
    return new Outcome(scripted.kind(), notMade, healed, back);
  }

  private Optional<String> inject(Fault fault, ScriptedFault scripted) throws InterruptedException {
    AtomicReference<String> why = new AtomicReference<>("");
    Optional<Duration> made =
        Patience.after(
            scripted.kind().making(),
            () -> {
              try {
                fault.inject();
                return true;
              } catch (IOException | ExecutionException | RuntimeException e) {
                why.set(e.toString());
                return false;
              }
            });
    if (made.isPresent()) {
      says.accept(scripted.kind().toString());
      LOG.info("{} for {}", scripted.kind(), scripted.lasting());
      return Optional.empty();
    }
    LOG.info("{} could not be made: {}", scripted.kind(), why.get());
    return Optional.of(why.get());
  }
}
