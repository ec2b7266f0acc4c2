package dev.tidemark.standalone.chaos;

import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import java.util.Optional;

/** Reads the landing log as it grows. Safe for use by several threads. */
final class LogWatch implements AutoCloseable {
  private static final long PAUSE_MILLIS = 200;

  private final Cluster cluster;
  private final Thread thread = new Thread(this::watch, "log watch");
  private volatile boolean closed;
  private long next;
  private long lastLanded = -1;
  private long published;
  private long restated;

  LogWatch(Cluster cluster) {
    this.cluster = cluster;
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    while (!closed) {
      try {
        LandingLog log =
            new LandingLog(FileSystems.open(cluster.addresses().directRoot(), cluster.hadoop()));
        while (!closed) {
          readOn(log);
          Thread.sleep(PAUSE_MILLIS);
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void readOn(LandingLog log) {
    for (Optional<LogRecord> r = log.read(next()); r.isPresent(); r = log.read(next())) {
      take(r.get());
    }
  }

  private synchronized void take(LogRecord record) {
    next = record.version() + 1;
    if (record.entry() instanceof LogEntry.Land || record.entry() instanceof LogEntry.Progress) {
      lastLanded = record.version();
    } else if (record.entry() instanceof LogEntry.Published) {
      published++;
    } else if (record.entry() instanceof LogEntry.Close close && close.generation().number() > 0) {
      restated++;
    }
  }

  /** The version that the next entry will have, as far as the log was read. */
  synchronized long next() {
    return next;
  }

  /** Whether ingest has written an entry at this version or later. */
  synchronized boolean isLandedSince(long version) {
    return lastLanded >= version;
  }

  synchronized long published() {
    return published;
  }

  /** How many late generations were closed. */
  synchronized long restated() {
    return restated;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
