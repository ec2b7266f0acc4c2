package dev.tidemark.landing.log;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.util.Optional;

/**
 * Goes through the log entry by entry from a version on, with the state that each entry met, for
 * those who tell others what happened. Where entries were cleaned up it says which, and goes on
 * after them. For one thread.
 */
public final class LogFollower {
  private final LandingLog log;
  private final Checkpoints checkpoints;
  private LandingState state;
  private long version;

  /**
   * What comes next.
   *
   * @param from version of the entry, or of the first that is gone
   * @param record the entry; absent where entries are gone
   * @param after the state that it leads to
   */
  public record Step(long from, Optional<LogRecord> record, LandingState after) {}

  private LogFollower(LandingFileSystem files, LandingState state, long version) {
    this.log = new LandingLog(files);
    this.checkpoints = new Checkpoints(files);
    this.state = state;
    this.version = version;
  }

  /**
   * Begins at the newest entry.
   *
   * @throws LandingException.Unavailable if the file system does not answer
   */
  public static LogFollower atNewest(LandingFileSystem files) {
    LandingState newest = new Checkpoints(files).after(-1).orElse(LandingState.EMPTY);
    LogFollower follower = new LogFollower(files, newest, newest.version());
    for (Optional<Step> next = follower.next(); next.isPresent(); next = follower.next()) {
      follower.take(next.get());
    }
    return follower;
  }

  /**
   * Begins after a version.
   *
   * @throws LandingException.Unavailable if the file system does not answer
   */
  public static LogFollower after(LandingFileSystem files, long version) {
    LandingState base = new Checkpoints(files).lastUntil(version).orElse(LandingState.EMPTY);
    LogFollower follower = new LogFollower(files, base, base.version());
    while (follower.version < version) {
      Optional<LogRecord> next = follower.read();
      if (next.isEmpty()) {
        // What was said until there is known, though not the state that it led to. A log that ends
        // before it was restored from a copy, and goes on where it ends.
        if (follower.checkpoints.firstAfter(version).isPresent()) {
          follower.version = version;
        }
        return follower;
      }
      follower.state = follower.state.apply(next.get());
      follower.version = follower.state.version();
    }
    return follower;
  }

  /** The state as of the last step taken; not to be relied on where the next step has no entry. */
  public LandingState state() {
    return state;
  }

  /** Version of the last entry taken. */
  public long version() {
    return version;
  }

  /**
   * The next step, if there is one yet. The same again until it is taken.
   *
   * @throws LandingException.Unavailable if the file system does not answer
   */
  public Optional<Step> next() {
    Optional<LogRecord> record = read();
    if (record.isPresent()) {
      return record.map(this::step);
    }
    Optional<LandingState> ahead = checkpoints.firstAfter(version);
    if (ahead.isEmpty()) {
      return Optional.empty();
    }
    // Between the two looks it may have been written, and a hundred after it.
    record = read();
    return record.isPresent()
        ? record.map(this::step)
        : ahead.map(s -> new Step(version + 1, Optional.empty(), s));
  }

  /** Goes on behind a step. */
  public void take(Step step) {
    state = step.after();
    version = state.version();
  }

  private Step step(LogRecord record) {
    return new Step(record.version(), Optional.of(record), state.apply(record));
  }

  /** The next entry, if it is there and the state is the one that it follows. */
  private Optional<LogRecord> read() {
    return state.version() < version
        ? Optional.empty()
        : log.read(version + 1).filter(state::follows);
  }
}
