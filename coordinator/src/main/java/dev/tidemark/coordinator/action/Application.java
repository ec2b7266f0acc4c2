package dev.tidemark.coordinator.action;

import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.batch.process.Handover;
import dev.tidemark.batch.process.ProcessRequest;
import dev.tidemark.batch.process.ProcessResult;
import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.LandingException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One Spark application, busy with some partitions in their order. */
final class Application {
  private static final Logger LOG = LoggerFactory.getLogger(Application.class);
  private static final long LOOK_MILLIS = 500;
  private static final long END_SECONDS = 10;

  private final Handover handover;
  private final SubmitConfig config;
  private final int size;
  private final List<SubmitEngine.Asked> left;
  private Process process;
  private Path log;

  Application(Handover handover, List<SubmitEngine.Asked> group, SubmitConfig config) {
    this.handover = handover;
    this.config = config;
    this.size = group.size();
    this.left = new ArrayList<>(group);
  }

  synchronized void start(URI root, SparkSubmit submit, ApplicationLogs logs) throws IOException {
    ProcessRequest first = left.get(0).request();
    log = logs.next(first.partition(), first.attempt());
    List<String> arguments = new ArrayList<>();
    arguments.add(root.toString());
    left.forEach(a -> arguments.add(Handover.directory(a.request())));
    process = submit.start(arguments, log);
    LOG.info(
        "{}{}: spark-submit is process {} and writes to {}",
        first.partition(),
        size == 1 ? "" : " and " + (size - 1) + " more",
        process.pid(),
        log);
  }

  /**
   * Answers each partition when its answer is known, until the application has ended.
   *
   * @return those that it had not begun with when it died
   */
  List<SubmitEngine.Asked> await() throws InterruptedException {
    long since = System.nanoTime();
    while (true) {
      boolean ended = process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      if (answerSome()) {
        since = System.nanoTime();
      }
      if (left.isEmpty()) {
        process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        return List.of();
      }
      if (ended) {
        return died("its Spark application ended with exit code " + process.exitValue());
      }
      if (System.nanoTime() - since > config.timeout().toNanos()) {
        kill();
        return died("its Spark application took longer than " + HowLong.of(config.timeout()));
      }
    }
  }

  private boolean answerSome() {
    boolean some = false;
    while (!left.isEmpty() && isAnswered(left.get(0))) {
      left.remove(0);
      some = true;
    }
    return some;
  }

  private boolean isAnswered(SubmitEngine.Asked asked) {
    if (asked.answer().isDone()) {
      // Whoever asked does not wait any more.
      return true;
    }
    try {
      Optional<ProcessResult> result = handover.answer(asked.request());
      result.ifPresent(asked.answer()::complete);
      return result.isPresent();
    } catch (LandingException e) {
      asked.answer().completeExceptionally(e);
      return true;
    } catch (IOException e) {
      LOG.debug("{}: {}", asked.request().partition(), e.getMessage());
      return false;
    }
  }

  private List<SubmitEngine.Asked> died(String how) {
    boolean begun = isBegun(left.get(0));
    // Where not even one was begun, another application would die of the same.
    int guilty = begun ? 1 : left.size() < size ? 0 : left.size();
    for (SubmitEngine.Asked each : left.subList(0, guilty)) {
      each.answer()
          .completeExceptionally(
              SubmitEngine.unavailable(
                  each.request(), how + " and left no result; it wrote to " + log, null));
    }
    return List.copyOf(left.subList(guilty, left.size()));
  }

  private boolean isBegun(SubmitEngine.Asked asked) {
    try {
      return handover.isBegun(asked.request());
    } catch (IOException e) {
      return false;
    }
  }

  /** Ends it, if it has not ended, and returns when its driver on this host is gone. */
  synchronized void kill() {
    if (process == null || !process.isAlive()) {
      return;
    }
    process.destroy();
    boolean interrupted = Thread.interrupted();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      interrupted = true;
      process.destroyForcibly();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
