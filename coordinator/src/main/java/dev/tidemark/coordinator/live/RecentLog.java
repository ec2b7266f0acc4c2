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
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The newest entries of a landing log in short, without a gap, and the state that they lead to. It
 * reads each entry once, and further back only when somebody asks. Safe for several threads. One at
 * a time reads what is new, and one at a time what is older; neither waits for the other.
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

  /** Whoever reads further back has this, and never waits for it with the monitor of this. */
  private final Lock readingBack = new ReentrantLock();

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
  Optional<Set<PartitionId>> changedAfter(long version) {
    readBack(() -> floor() > version && floor() - version <= MOST_READ);
    return remembered(version);
  }

  private synchronized Optional<Set<PartitionId>> remembered(long version) {
    long newest = follower.map(LogFollower::version).orElse(-1L);
    if (version > newest || floor() > version) {
      return Optional.empty();
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
  History since(Instant moment) {
    readBack(() -> reaches(moment) && notes.size() < MOST);
    synchronized (this) {
      return new History(List.copyOf(notes), floor() < 0);
    }
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

  /**
   * Reads entries before those that are remembered. Files are read without the monitor, so that
   * whoever wants what is remembered, or new, has it meanwhile.
   *
   * @param wanted whether one more is; asked with the monitor held
   */
  private void readBack(BooleanSupplier wanted) {
    if (before(wanted).isEmpty()) {
      return;
    }
    readingBack.lock();
    try {
      for (int read = 0; read < MOST_READ; read++) {
        Optional<Before> before = before(wanted);
        if (before.isEmpty() || !remember(before.get(), log.read(before.get().version()))) {
          return;
        }
      }
    } finally {
      readingBack.unlock();
    }
  }

  /** The entry before those that are remembered. */
  private record Before(long version, Optional<String> id) {}

  private synchronized Optional<Before> before(BooleanSupplier wanted) {
    return floor() < 0 || !wanted.getAsBoolean() ? Optional.empty() : Optional.of(before());
  }

  private Before before() {
    return new Before(
        floor(),
        notes.isEmpty() ? follower.flatMap(f -> f.state().lastId()) : notes.getFirst().previous());
  }

  /** False if there is none, or it is not the one that the next follows. */
  private synchronized boolean remember(Before before, Optional<LogRecord> read) {
    if (!before.equals(before())) {
      // Meanwhile all was begun anew, or the oldest forgotten.
      return true;
    }
    Optional<LogRecord> record = read.filter(r -> Optional.of(r.id()).equals(before.id()));
    record.map(LogNote::of).ifPresent(notes::addFirst);
    return record.isPresent();
  }
}
