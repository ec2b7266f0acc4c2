package dev.tidemark.landing.check;

import dev.tidemark.landing.HowLong;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.WriteProbe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Whether the clock of this host agrees with that of the file system. */
public final class ClockCheck implements Check {
  private final String dataset;
  private final LandingFileSystem files;
  private final Clock clock;
  private final Duration bound;

  /**
   * Of one root.
   *
   * @param bound difference that does no harm: how long a record may take to Kafka
   */
  public ClockCheck(String dataset, LandingFileSystem files, Clock clock, Duration bound) {
    this.dataset = dataset;
    this.files = files;
    this.clock = clock;
    this.bound = bound;
  }

  @Override
  public String name() {
    return dataset + ": clock";
  }

  @Override
  public List<Finding> look() {
    Instant before = clock.instant();
    Optional<Instant> written = write();
    Instant after = clock.instant();
    if (written.isEmpty()) {
      return List.of(Finding.ok(name(), "The file system does not say what time it is."));
    }
    Instant there = written.get();
    Duration apart =
        there.isAfter(after)
            ? Duration.between(after, there)
            : there.isBefore(before) ? Duration.between(there, before) : Duration.ZERO;
    return List.of(
        apart.compareTo(bound) <= 0
            ? Finding.ok(name(), "This host and the file system agree on the time.")
            : Finding.warning(
                name(),
                "This host's clock is "
                    + HowLong.of(apart)
                    + (there.isAfter(after) ? " behind" : " ahead of")
                    + " that of the file system, more than the delay of "
                    + HowLong.of(bound)
                    + " that the watermark allows for.",
                "Keep the clocks of all hosts together with NTP (chronyc tracking, timedatectl)."));
  }

  private Optional<Instant> write() {
    try {
      return WriteProbe.with(files, files::modified);
    } catch (IOException e) {
      throw new UncheckedIOException("No file can be written there: " + e.getMessage(), e);
    }
  }
}
