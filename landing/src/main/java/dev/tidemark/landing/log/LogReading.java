package dev.tidemark.landing.log;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads a log as far as it can be read, from whichever checkpoint leads furthest. */
final class LogReading {
  private final LandingFileSystem files;
  private final LandingLog log;
  private final Checkpoints checkpoints;
  private final List<String> damages = new ArrayList<>();

  LogReading(LandingFileSystem files, Checkpoints checkpoints) {
    this.files = files;
    this.log = new LandingLog(files);
    this.checkpoints = checkpoints;
  }

  LogDamage diagnose() {
    SortedSet<Long> entries = entries();
    List<Long> bases = checkpoints.versions();
    long newest =
        Math.max(entries.isEmpty() ? -1 : entries.last(), bases.isEmpty() ? -1 : bases.get(0));
    LandingState best = LandingState.EMPTY;
    for (long base : bases) {
      Optional<LandingState> begin = checkpoint(base);
      if (begin.isPresent()) {
        LandingState reached = readFrom(begin.get(), entries);
        best = reached.version() > best.version() ? reached : best;
        if (best.version() >= newest) {
          return new LogDamage(best, newest, damages);
        }
      }
    }
    if (entries.contains(0L)) {
      LandingState reached = readFrom(LandingState.EMPTY, entries);
      best = reached.version() > best.version() ? reached : best;
    }
    if (newest < 0 && !new PartitionRecords(files).partitions().isEmpty()) {
      damages.add("there is no log, but there are records of partitions");
    }
    return new LogDamage(best, newest, damages);
  }

  private LandingState readFrom(LandingState base, SortedSet<Long> entries) {
    LandingState state = base;
    while (true) {
      long next = state.version() + 1;
      if (!entries.contains(next)) {
        if (!entries.isEmpty() && entries.last() > next) {
          damage(next, "is missing, and later ones are there");
        }
        return state;
      }
      try {
        state = state.apply(log.read(next).orElseThrow());
      } catch (LandingException.NeedsOperator | IllegalEntryException e) {
        damage(next, "cannot be taken: " + e.getMessage());
        return state;
      }
    }
  }

  private Optional<LandingState> checkpoint(long version) {
    try {
      return Optional.of(checkpoints.at(version));
    } catch (LandingException.NeedsOperator e) {
      damages.add("checkpoint " + version + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private void damage(long version, String what) {
    String text = "entry " + version + " " + what;
    if (!damages.contains(text)) {
      damages.add(text);
    }
  }

  private SortedSet<Long> entries() {
    SortedSet<Long> versions = new TreeSet<>();
    try {
      for (LandingFileSystem.Entry e : files.list(LandingZone.logDirectory())) {
        if (e.name().matches("\\d{20}\\.json")) {
          versions.add(Long.parseLong(e.name().substring(0, 20)));
        }
      }
    } catch (IOException e) {
      throw new LandingException.Unavailable("The log cannot be listed: " + e.getMessage(), e);
    }
    return versions;
  }
}
