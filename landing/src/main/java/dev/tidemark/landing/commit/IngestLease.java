package dev.tidemark.landing.commit;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The claim of one run to be the one that lands in a root. Another stands by, and takes over by
 * fencing a run of which nothing was heard for the length of its lease. A run that was only slow
 * then finds out at its next entry, which is refused; so wrong clocks cost a restart, never data.
 */
public final class IngestLease {
  private static final Logger LOG = LoggerFactory.getLogger(IngestLease.class);

  private final LandingFileSystem files;
  private final Journal journal;
  private final Clock clock;
  private final String run;
  private final Duration length;

  /**
   * Claims nothing yet.
   *
   * @param run random, of this start of the program alone
   * @param length silence after which another may take over
   */
  public IngestLease(
      LandingFileSystem files, Journal journal, Clock clock, String run, Duration length) {
    this.files = files;
    this.journal = journal;
    this.clock = clock;
    this.run = run;
    this.length = length;
  }

  /**
   * Claims the root, if nobody has it or the one who had it is silent.
   *
   * @return who has it otherwise
   */
  public Optional<LandingState.IngestRun> tryAcquire() {
    while (true) {
      Optional<LogRecord> appended = journal.append(this::step);
      if (appended.isEmpty() || appended.get().entry() instanceof LogEntry.IngestClaim) {
        return journal.refresh().ingest().filter(i -> !i.run().equals(run));
      }
      LOG.info("Run {} took over from {}", run, ((LogEntry.Fence) appended.get().entry()).run());
    }
  }

  private Optional<LogEntry> step(LandingState state) {
    Optional<LandingState.IngestRun> holder = state.ingest();
    if (holder.isEmpty()) {
      return Optional.of(new LogEntry.IngestClaim(run, length));
    }
    boolean silent = holder.get().until().isBefore(clock.instant());
    return silent && !holder.get().run().equals(run)
        ? Optional.of(new LogEntry.Fence(holder.get().run()))
        : Optional.empty();
  }

  /**
   * Renews the claim if nothing else of this run has done so for half of its length.
   *
   * @throws LandingException.Conflict if it is lost
   */
  public void renew() {
    Instant half = clock.instant().plus(length.dividedBy(2));
    journal.append(
        state -> {
          if (!state.isIngestedBy(run)) {
            throw new LandingException.Conflict("Run " + run + " lost its claim to land.");
          }
          return state.ingest().filter(i -> i.until().isBefore(half)).isPresent()
              ? Optional.of(new LogEntry.IngestClaim(run, length))
              : Optional.empty();
        });
  }

  /** Gives the claim back, if it is still held, so that nobody has to wait for its end. */
  public void release() {
    journal.append(
        state -> state.isIngestedBy(run) ? Optional.of(new LogEntry.Fence(run)) : Optional.empty());
  }

  /**
   * Deletes what runs before this one left in flight. Only a run that holds the claim writes there,
   * and one that lost it lands nothing more; so what was there before this run was seen to hold the
   * claim is nobody's, but for the files of a pending intent.
   */
  public void clearInFlight() {
    try {
      List<LandingFileSystem.Entry> left = files.list(LandingZone.inflightRoot());
      LandingState state = journal.refresh();
      if (!state.isIngestedBy(run)) {
        return;
      }
      Optional<String> pending = state.pending().map(p -> p.land().run());
      for (LandingFileSystem.Entry e : left) {
        if (e.directory() && !e.name().equals(run) && !pending.equals(Optional.of(e.name()))) {
          files.deleteTree(LandingZone.inflightRoot() + "/" + e.name());
        }
      }
    } catch (IOException e) {
      LOG.warn("What runs before left in flight stays: {}", e.getMessage());
    }
  }
}
