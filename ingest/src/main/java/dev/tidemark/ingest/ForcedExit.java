package dev.tidemark.ingest;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a process that should have ended by itself. A thread that hangs, or a shutdown hook, would
 * otherwise keep a process alive that lands nothing, and no supervisor would start another.
 */
final class ForcedExit {
  private static final Logger LOG = LoggerFactory.getLogger(ForcedExit.class);

  private ForcedExit() {}

  /** Halts the process with that code if it still lives after that time. */
  static void after(Duration limit, int code) {
    Thread thread =
        new Thread(
            () -> {
              try {
                TimeUnit.MILLISECONDS.sleep(limit.toMillis());
                LOG.error("The process did not end within {} and is halted.", limit);
              } catch (InterruptedException e) {
                LOG.debug("Interrupted: halting at once");
              } finally {
                Runtime.getRuntime().halt(code);
              }
            },
            "forced-exit");
    thread.setDaemon(true);
    thread.start();
  }
}
