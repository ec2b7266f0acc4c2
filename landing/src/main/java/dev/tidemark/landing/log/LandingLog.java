package dev.tidemark.landing.log;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The landing log on a file system: one file per version, gap-free, and compare-and-append as the
 * only write. Holds no state; safe for any number of processes and threads.
 */
public final class LandingLog {
  private static final Logger LOG = LoggerFactory.getLogger(LandingLog.class);
  private static final int LOOKS = 5;

  private final LandingFileSystem files;
  private final FileLists lists;

  public LandingLog(LandingFileSystem files) {
    this.files = files;
    this.lists = new FileLists(files);
  }

  /**
   * Reads one entry.
   *
   * @return empty if there is no such version yet
   * @throws LandingException.Unavailable if the file system does not answer
   * @throws LandingException.NeedsOperator if the entry cannot be understood
   */
  public Optional<LogRecord> read(long version) {
    String path = LandingZone.logEntry(version);
    IOException last = null;
    // A NameNode that was restarted breaks the connections that a client still has.
    for (int look = 0; look < LOOKS; look++) {
      try {
        return Optional.of(lists.inside(LandingJson.read(files.read(path), LogRecord.class, path)));
      } catch (NoSuchFileException e) {
        return Optional.empty();
      } catch (IOException e) {
        last = e;
      }
    }
    throw new LandingException.Unavailable(path + " cannot be read: " + last.getMessage(), last);
  }

  /**
   * Version of the oldest entry that was not cleaned up; 0 for an empty log.
   *
   * @throws LandingException.Unavailable if the file system does not answer
   */
  public long oldest() {
    try {
      return files.list(LandingZone.logDirectory()).stream()
          .map(LandingFileSystem.Entry::name)
          .filter(name -> name.endsWith(".json"))
          .mapToLong(name -> Long.parseLong(name.substring(0, name.indexOf('.'))))
          .min()
          .orElse(0);
    } catch (IOException e) {
      throw new LandingException.Unavailable("The log cannot be listed: " + e.getMessage(), e);
    }
  }

  /**
   * Appends at {@code record.version()} if that version is free. The caller has folded every
   * version before it.
   *
   * @return false if another entry has that version: read it and decide again
   * @throws LandingException.NotWritten if the entry could not be written
   * @throws LandingException.OutcomeUnknown if the file system did not say whether the entry got
   *     its name: it may be, or may yet be, in the log
   */
  public boolean append(LogRecord record) {
    return new Appending(stored(record)).run();
  }

  /** As it stands on disk; a list of files beside it is there before the entry that names it. */
  private LogRecord stored(LogRecord record) {
    try {
      return lists.beside(record);
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "The list of files of entry "
              + record.version()
              + " cannot be written: "
              + e.getMessage(),
          e);
    }
  }

  /** One entry on its way into the log. */
  private final class Appending {
    private final LogRecord record;
    private final String target;

    /** Whether it may have got its name: what fails before that has changed nothing. */
    private boolean named;

    Appending(LogRecord record) {
      this.record = record;
      this.target = LandingZone.logEntry(record.version());
    }

    boolean run() {
      IOException last = null;
      for (int look = 0; look < LOOKS; look++) {
        // A file whose writing failed may be torn, so each look writes one of its own.
        String temporary =
            LandingZone.temporary(record.version() + "-" + record.id() + "-" + look + ".json");
        try {
          Optional<Boolean> outcome = look(temporary);
          if (outcome.isPresent()) {
            return outcome.get();
          }
        } catch (IOException e) {
          last = e;
        }
      }
      throw failed(last);
    }

    private LandingException failed(IOException last) {
      return named
          ? new LandingException.OutcomeUnknown(
              "It is not known whether entry " + record.version() + " was appended: " + last, last)
          : new LandingException.NotWritten(
              "Entry "
                  + record.version()
                  + " of the log could not be written, and nothing was changed: "
                  + last,
              last);
    }

    private Optional<Boolean> look(String temporary) throws IOException {
      if (files.stat(target).isPresent()) {
        return Optional.of(settle(temporary));
      }
      write(temporary, LandingJson.write(record));
      named = true;
      return switch (files.rename(temporary, target)) {
        case DONE -> Optional.of(true);
        case TARGET_EXISTS -> Optional.of(settle(temporary));
        case PARENT_MISSING -> {
          files.deleteFile(temporary);
          files.makeDirectories(LandingZone.logDirectory());
          yield Optional.empty();
        }
        case SOURCE_MISSING -> Optional.empty();
      };
    }

    private boolean settle(String temporary) throws IOException {
      boolean ours =
          LandingJson.read(files.read(target), LogRecord.class, target).id().equals(record.id());
      try {
        files.deleteFile(temporary);
      } catch (IOException e) {
        LOG.debug("{} stays: {}", temporary, e.getMessage());
      }
      return ours;
    }
  }

  private void write(String path, byte[] contents) throws IOException {
    try {
      files.writeOrRemove(path, contents);
    } catch (NoSuchFileException e) {
      files.makeDirectories(LandingZone.parent(path));
      files.writeOrRemove(path, contents);
    }
  }
}
