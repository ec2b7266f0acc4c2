package dev.tidemark.standalone.chaos;

import dev.tidemark.embedded.ChildJvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process of the cluster and those that come after it: what a service manager looks after. Safe
 * for use by several threads.
 */
final class Member implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Member.class);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

  /** Starts the process, and waits for nothing. */
  interface Starter {
    ChildJvm start() throws IOException;
  }

  private final String name;
  private final int heapMegabytes;
  private final Starter starter;
  private final List<Long> pids = new ArrayList<>();
  private final List<Integer> ends = new ArrayList<>();
  private ChildJvm process;
  private boolean wanted;

  Member(String name, int heapMegabytes, Starter starter) {
    this.name = name;
    this.heapMegabytes = heapMegabytes;
    this.starter = starter;
  }

  String name() {
    return name;
  }

  int heapMegabytes() {
    return heapMegabytes;
  }

  /** Starts it unless it runs; from now on it is started again when it ends by itself. */
  synchronized void start() throws IOException {
    wanted = true;
    if (process == null || !process.isAlive()) {
      if (process != null) {
        process.close();
      }
      process = starter.start();
      pids.add(process.pid());
    }
  }

  /** As {@code kill -9} does; it stays away until it is started. */
  synchronized void kill() throws IOException {
    wanted = false;
    if (process != null) {
      process.kill();
      process.close();
      process = null;
    }
  }

  /** As {@code kill} does, waiting for its end; it stays away until it is started. */
  synchronized void terminate() throws IOException {
    wanted = false;
    if (process != null) {
      process.terminate();
      try {
        process.awaitExit(STOP_LIMIT);
      } finally {
        kill();
      }
    }
  }

  synchronized void pause() throws IOException {
    if (process != null && process.isAlive()) {
      process.pause();
    }
  }

  synchronized void resume() throws IOException {
    if (process != null && process.isAlive()) {
      process.resume();
    }
  }

  /** Starts it again if it has ended without having been told to. */
  synchronized void tend() throws IOException {
    if (wanted && process != null && !process.isAlive()) {
      int code = process.awaitExit(Duration.ZERO);
      ends.add(code);
      LOG.warn("{} ended by itself with {} and is started again", name, code);
      start();
    }
  }

  synchronized Optional<Long> pid() {
    return process != null && process.isAlive() ? Optional.of(process.pid()) : Optional.empty();
  }

  /** Of every process that was started. */
  synchronized List<Long> pids() {
    return List.copyOf(pids);
  }

  /** The exit codes of those that nobody told to end. */
  synchronized List<Integer> ends() {
    return List.copyOf(ends);
  }

  @Override
  public synchronized void close() throws IOException {
    kill();
  }
}
