package dev.tidemark.landing.log;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One actor's view of the landing log: the newest state it has read, and appending by decision. A
 * decision is a function of the state; it is asked again whenever another actor's entry came first,
 * so it never acts on an old state. Safe for several threads of one actor.
 */
public final class Journal {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  private final LandingLog log;
  private final Checkpoints checkpoints;
  private final PartitionRecords records;
  private final Clock clock;
  private final String by;
  private final Upkeep upkeep;
  private final Listener listener;
  private LandingState state = LandingState.EMPTY;
  private boolean jumped;

  /**
   * How the log is kept short.
   *
   * @param interval versions from one checkpoint to the next
   * @param retention age at which entries may go; longer than any actor sleeps, for the sake of
   *     people who read the log rather than of correctness
   */
  public record Upkeep(long interval, Duration retention) {
    public static final Upkeep DEFAULT = new Upkeep(100, Duration.ofDays(7));

    /** The default, with another age. */
    public static Upkeep keeping(Duration retention) {
      return new Upkeep(DEFAULT.interval(), retention);
    }
  }

  /** Looks on while an actor appends. */
  @FunctionalInterface
  public interface Listener {
    /**
     * This actor's entry was appended, and counts.
     *
     * @param before the state that it follows
     */
    void appended(LandingState before, LogRecord record);
  }

  /**
   * The journal of a root.
   *
   * @param by who appends, for people: program, host, run
   */
  public static Journal of(LandingFileSystem files, Clock clock, String by) {
    return of(files, clock, by, Upkeep.DEFAULT);
  }

  /** As above, with an upkeep of its own. */
  public static Journal of(LandingFileSystem files, Clock clock, String by, Upkeep upkeep) {
    return of(files, clock, by, upkeep, (before, record) -> {});
  }

  /** As above, with one who looks on. */
  public static Journal of(
      LandingFileSystem files, Clock clock, String by, Upkeep upkeep, Listener listener) {
    return new Journal(
        new LandingLog(files),
        new Checkpoints(files),
        new PartitionRecords(files),
        clock,
        by,
        upkeep,
        listener);
  }

  private Journal(
      LandingLog log,
      Checkpoints checkpoints,
      PartitionRecords records,
      Clock clock,
      String by,
      Upkeep upkeep,
      Listener listener) {
    this.log = log;
    this.checkpoints = checkpoints;
    this.records = records;
    this.clock = clock;
    this.by = by;
    this.upkeep = upkeep;
    this.listener = listener;
  }

  /**
   * The journal of another actor, who has read what this one has. Neither waits for the other from
   * here on.
   *
   * @param name who appends
   */
  public synchronized Journal as(String name) {
    Journal other = new Journal(log, checkpoints, records, clock, name, upkeep, listener);
    other.state = state;
    return other;
  }

  /**
   * The state as of the newest entry.
   *
   * @throws IllegalEntryException if the log breaks its own rules
   */
  public synchronized LandingState refresh() {
    if (state.version() < 0) {
      jump();
    }
    while (true) {
      Optional<LogRecord> next = log.read(state.version() + 1);
      if (next.isPresent() && state.follows(next.get())) {
        state = state.apply(next.get());
      } else if (!jump()) {
        if (next.isPresent()) {
          state.apply(next.get());
        }
        return state;
      }
    }
  }

  /**
   * Goes to the newest checkpoint, if that is ahead. What is missing in the log, or does not
   * follow, was cleaned up while this actor slept, or is not there yet: only the checkpoints tell.
   */
  private boolean jump() {
    Optional<LandingState> ahead = checkpoints.after(state.version());
    ahead.ifPresent(s -> state = s);
    jumped |= ahead.isPresent();
    return ahead.isPresent();
  }

  /** An entry, unless it was cleaned up. */
  public Optional<LogRecord> entry(long version) {
    return log.read(version);
  }

  public PartitionRecords records() {
    return records;
  }

  /**
   * The partitions that entries after a version are about, each with the last of those entries.
   *
   * @param until the last version to look at, no later than that of {@code state}
   * @param state the newest
   * @return empty if not all of these entries are kept any more
   */
  public Optional<SortedMap<PartitionId, Long>> changedSince(
      long version, long until, LandingState state) {
    SortedMap<PartitionId, Long> changed = new TreeMap<>();
    Optional<String> id =
        until == state.version()
            ? state.lastId()
            : log.read(until + 1).flatMap(LogRecord::previous);
    // Backwards, by the names that they give each other: entries that do not count are passed by.
    for (long v = until; v > version; v--) {
      Optional<LogRecord> record = log.read(v);
      if (record.isEmpty() || !Optional.of(record.get().id()).equals(id)) {
        return Optional.empty();
      }
      if (record.get().entry() instanceof LogEntry.OfPartition e) {
        changed.putIfAbsent(e.partition(), v);
      }
      id = record.get().previous();
    }
    return Optional.of(changed);
  }

  /**
   * Appends what the decision says of the newest state.
   *
   * @param decision returns the entry that should follow the given state, or nothing. One who slept
   *     until what it appended was cleaned up cannot tell whether that counted, and is asked again;
   *     so where a decision finds its own entry in effect it returns nothing
   * @return the entry as appended, or empty if the decision was to append nothing
   * @throws IllegalEntryException if the decision names an entry that its state does not allow
   */
  public synchronized Optional<LogRecord> append(
      Function<LandingState, Optional<LogEntry>> decision) {
    while (true) {
      LandingState seen = refresh();
      Optional<LogEntry> entry = decision.apply(seen);
      if (entry.isEmpty()) {
        return Optional.empty();
      }
      LogRecord record =
          new LogRecord(
              seen.version() + 1,
              UUID.randomUUID().toString(),
              seen.lastId(),
              clock.instant(),
              by,
              entry.get());
      LandingState next = seen.apply(record);
      recordIfLeaving(seen, next, record);
      if (log.append(record)) {
        state = next;
        long newest = newestCheckpoint(record);
        if (newest < record.version()) {
          keepShort(newest);
          listener.appended(seen, record);
          return Optional.of(record);
        }
        if (isPartOfTheLog()) {
          listener.appended(seen, record);
          return Optional.of(record);
        }
      }
    }
  }

  /**
   * Whether what was just appended is known to count. A checkpoint of that version or a later one
   * was there when it was appended, or came since. In the first case this actor slept until its
   * version had been cleaned up, and won a name that nobody reads any more: the log does not go on
   * from there. In the second it counts, but that is not known either once the entries after it are
   * gone.
   */
  private boolean isPartOfTheLog() {
    jumped = false;
    refresh();
    return !jumped;
  }

  private long newestCheckpoint(LogRecord appended) {
    try {
      return checkpoints.newest();
    } catch (LandingException.Unavailable e) {
      throw new LandingException.OutcomeUnknown(
          "Entry "
              + appended.version()
              + " was appended, but whether it counts is not known: "
              + e.getMessage(),
          e);
    }
  }

  /** Trouble here is no trouble of the append; the next writer tries again. */
  private void keepShort(long newestCheckpoint) {
    if (state.version() - newestCheckpoint < upkeep.interval()) {
      return;
    }
    try {
      checkpoints.write(state, clock.instant());
      checkpoints.cleanUp(clock.instant().minus(upkeep.retention()));
    } catch (IOException | LandingException e) {
      LOG.warn("The log was not cleaned up at version {}: {}", state.version(), e.getMessage());
    }
  }

  /**
   * A partition's record is there before the entry that lets it leave the state. One that came back
   * and leaves without anybody having said what its record holds (held and released, say) has
   * nothing to add to that record, and must not hide it.
   */
  private void recordIfLeaving(LandingState seen, LandingState next, LogRecord record) {
    if (record.entry() instanceof LogEntry.OfPartition e
        && next.partition(e.partition()).isEmpty()) {
      seen.leaving(record)
          .filter(left -> !left.lacksBase())
          .ifPresent(left -> records.write(new PartitionRecord(seen.version(), left)));
    }
  }
}
