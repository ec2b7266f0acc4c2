package dev.tidemark.coordinator.live;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogFollower;
import dev.tidemark.landing.log.LogRecord;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The newest entries of a landing log in short, without a gap, and the state that they lead to. It
 * reads each entry once, and further back only when somebody asks. Safe for several threads, of
 * which one reads at a time.
 */
final class RecentLog {
  /** Entries that are remembered. */
  static final int MOST = 20_000;

  /** Entries read in one go; who is further behind begins anew. */
  static final int MOST_READ = 2000;

  private final LandingFileSystem files;
  private final LandingLog log;
  private final Watcher watcher;
  private final Deque<LogNote> notes = new ArrayDeque<>();
  private Optional<LogFollower> follower = Optional.empty();

  /** Is told what may not be believed any more. */
  interface Watcher {
    void changed(Set<PartitionId> partitions);

    /** What changed is not known. */
    void everythingMayHaveChanged();
  }

  RecentLog(LandingFileSystem files, Watcher watcher) {
    this.files = files;
    this.log = new LandingLog(files);
    this.watcher = watcher;
  }

  /**
   * The state as of the newest entry.
   *
   * @throws dev.tidemark.landing.LandingException.Unavailable if the file system does not answer
   */
  synchronized LandingState newest() {
    if (follower.isEmpty()) {
      return begin();
    }
    LogFollower log = follower.get();
    int steps = 0;
    for (Optional<LogFollower.Step> next = log.next(); next.isPresent(); next = log.next()) {
      LogFollower.Step step = next.get();
      if (step.record().isEmpty() || steps++ == MOST_READ) {
        return begin();
      }
      remember(LogNote.of(step.record().get()));
      log.take(step);
    }
    return log.state();
  }

  private LandingState begin() {
    follower = Optional.empty();
    notes.clear();
    watcher.everythingMayHaveChanged();
    LogFollower newest = LogFollower.atNewest(files);
    follower = Optional.of(newest);
    return newest.state();
  }

  private void remember(LogNote note) {
    notes.addLast(note);
    if (notes.size() > MOST) {
      notes.removeFirst();
    }
    watcher.changed(note.partitions());
  }

  /** Every entry after this version is remembered. */
  private long floor() {
    return notes.isEmpty()
        ? follower.map(LogFollower::version).orElse(-1L)
        : notes.getFirst().version() - 1;
  }

  /**
   * The partitions that entries after a version are about, as of what was read last.
   *
   * @return empty if that is not known: entries are gone, or too many, or the log never had that
   *     version
   */
  synchronized Optional<Set<PartitionId>> changedAfter(long version) {
    long newest = follower.map(LogFollower::version).orElse(-1L);
    if (version > newest || floor() - version > MOST_READ) {
      return Optional.empty();
    }
    while (floor() > version) {
      if (!readBack()) {
        return Optional.empty();
      }
    }
    Set<PartitionId> changed = new TreeSet<>();
    for (Iterator<LogNote> i = notes.descendingIterator(); i.hasNext(); ) {
      LogNote note = i.next();
      if (note.version() <= version) {
        break;
      }
      changed.addAll(note.partitions());
    }
    return Optional.of(changed);
  }

  /** Does something if no entry after a version is about a partition, as far as was read. */
  synchronized void ifUnchanged(PartitionId id, long version, Runnable task) {
    if (follower.isEmpty() || floor() > version) {
      return;
    }
    for (Iterator<LogNote> i = notes.descendingIterator(); i.hasNext(); ) {
      LogNote note = i.next();
      if (note.version() <= version) {
        break;
      }
      if (note.partitions().contains(id)) {
        return;
      }
    }
    task.run();
  }

  /**
   * The remembered entries, the oldest first, from a moment on where they are kept and not too
   * many.
   *
   * @return also older ones, if they are remembered
   */
  synchronized History since(Instant moment) {
    int read = 0;
    while (reaches(moment) && read < MOST_READ && notes.size() < MOST && readBack()) {
      read++;
    }
    return new History(List.copyOf(notes), floor() < 0);
  }

  private boolean reaches(Instant moment) {
    return notes.isEmpty() || !notes.getFirst().at().isBefore(moment);
  }

  /**
   * What is known.
   *
   * @param complete whether there is nothing before it
   */
  record History(List<LogNote> notes, boolean complete) {}

  /** One entry further; false if there is none, or it is not the one that the next follows. */
  private boolean readBack() {
    long version = floor();
    if (version < 0) {
      return false;
    }
    Optional<String> id =
        notes.isEmpty() ? follower.flatMap(f -> f.state().lastId()) : notes.getFirst().previous();
    Optional<LogRecord> record = log.read(version).filter(r -> Optional.of(r.id()).equals(id));
    record.map(LogNote::of).ifPresent(notes::addFirst);
    return record.isPresent();
  }
}
