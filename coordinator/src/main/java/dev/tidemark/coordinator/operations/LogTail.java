package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The end of the landing log, read backwards and not further than it must be. */
public final class LogTail {
  private final LandingLog log;

  public LogTail(LandingFileSystem files) {
    this.log = new LandingLog(files);
  }

  /**
   * What was found.
   *
   * @param entries in order
   * @param from the oldest version that was looked at; what is older may hold more
   */
  public record Tail(List<LogRecord> entries, long from) {
    public Tail {
      entries = List.copyOf(entries);
    }
  }

  /**
   * The last entries, those about one partition only if one is named.
   *
   * @param newest version to begin at
   * @param most entries to find
   * @param looks entries to read at most
   */
  public Tail last(long newest, Optional<PartitionId> partition, int most, int looks) {
    Deque<LogRecord> found = new ArrayDeque<>();
    long version = newest;
    long end = Math.max(0, newest - looks + 1);
    while (version >= end && found.size() < most) {
      Optional<LogRecord> record = log.read(version);
      if (record.isEmpty()) {
        break;
      }
      record
          .filter(r -> partition.isEmpty() || isAbout(r.entry(), partition.get()))
          .ifPresent(found::addFirst);
      version--;
    }
    return new Tail(List.copyOf(found), version + 1);
  }

  /**
   * Entries from a version on, or from the oldest that is left if that one is gone.
   *
   * @param most entries to read
   */
  public Tail from(long version, int most) {
    List<LogRecord> found = new ArrayList<>();
    Optional<LogRecord> next = version < 0 ? Optional.empty() : log.read(version);
    long first = next.isPresent() ? version : Math.max(version, log.oldest());
    if (next.isEmpty() && first > version) {
      next = log.read(first);
    }
    while (next.isPresent()) {
      found.add(next.get());
      next = found.size() < most ? log.read(first + found.size()) : Optional.empty();
    }
    return new Tail(found, first);
  }

  /** Whether an entry says something of a partition. */
  public static boolean isAbout(LogEntry entry, PartitionId id) {
    if (entry instanceof LogEntry.OfPartition of) {
      return of.partition().equals(id);
    }
    return entry instanceof LogEntry.Land land
        && land.files().stream().anyMatch(f -> f.generation().partition().equals(id));
  }
}
