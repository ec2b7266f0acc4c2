package dev.tidemark.coordinator.observe;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.WriteProbe;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a root takes a file, asked while nobody writes to it. Where a quota is used up ingest is
 * dead, so the watermark stands, nothing becomes due, and a coordinator that has nothing to write
 * would never find out.
 */
public final class WriteCheck {
  private static final Logger LOG = LoggerFactory.getLogger(WriteCheck.class);

  /** How often to look. */
  public static final Duration EVERY = Duration.ofSeconds(30);

  private final LandingFileSystem files;
  private final Clock clock;
  private final CoordinatorListener listener;

  // Of two threads, and no lock: a tick must not wait for a file system that hangs in a look.
  private volatile long version = -1;
  private volatile Instant sure;
  private volatile boolean refused;

  /** Is sure of the root for now: a program has just looked whether it can rename there. */
  public WriteCheck(LandingFileSystem files, Clock clock, CoordinatorListener listener) {
    this.files = files;
    this.clock = clock;
    this.listener = listener;
    this.sure = clock.instant();
  }

  /** The landing log has this version: an entry more, by whomever, says that it is written to. */
  public void sees(long logVersion) {
    if (logVersion != version) {
      version = logVersion;
      sure = clock.instant();
    }
  }

  /**
   * Writes a file and deletes it, if nothing has told for half a minute that this can be done. A
   * root that has no log yet is left as it is.
   */
  public void look() {
    if (version < 0 || clock.instant().isBefore(sure.plus(EVERY))) {
      return;
    }
    sure = clock.instant();
    Optional<LandingException> error = write();
    error.filter(e -> !refused).ifPresent(e -> LOG.warn("{}", e.getMessage()));
    refused = error.isPresent();
    listener.writeChecked(error);
  }

  private Optional<LandingException> write() {
    try {
      WriteProbe.require(files);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          new LandingException.NotWritten(
              "Nothing can be written below the root, so nothing is landed or published: "
                  + e.getMessage(),
              e));
    }
  }
}
