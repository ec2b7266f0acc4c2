package dev.tidemark.landing.commit;

import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What crashes left of files on their way to their final name. Nobody reads there, and each name
 * occurs once, so only its writer can miss one: it finds the source of its rename gone, and looks
 * again or writes another. Those of a day ago have no writer, but for one that slept so long.
 */
public final class LeftTemporaries {
  private static final Logger LOG = LoggerFactory.getLogger(LeftTemporaries.class);
  private static final Duration KEPT = Duration.ofDays(1);

  private final LandingFileSystem files;
  private final Clock clock;

  public LeftTemporaries(LandingFileSystem files, Clock clock) {
    this.files = files;
    this.clock = clock;
  }

  /** Deletes what is older than a day, where the file system says how old it is. */
  public void clear() {
    Instant before = clock.instant().minus(KEPT);
    try {
      for (LandingFileSystem.Entry e : files.list(LandingZone.temporaryDirectory())) {
        clear(LandingZone.temporary(e.name()), before);
      }
    } catch (IOException e) {
      // Another start does it.
      LOG.debug("What crashes left in {} stays", LandingZone.temporaryDirectory(), e);
    }
  }

  private void clear(String path, Instant before) throws IOException {
    try {
      if (files.modified(path).filter(m -> m.isBefore(before)).isPresent()) {
        files.deleteTree(path);
      }
    } catch (FileNotFoundException | NoSuchFileException e) {
      LOG.debug("{} has got its final name since", path);
    }
  }
}
