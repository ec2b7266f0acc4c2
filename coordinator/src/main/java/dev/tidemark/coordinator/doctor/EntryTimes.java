package dev.tidemark.coordinator.doctor;

import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LogRecord;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** How long ago entries of a log were written. */
final class EntryTimes {
  private final LandingLog log;
  private final Clock clock;

  EntryTimes(LandingLog log, Clock clock) {
    this.log = log;
    this.clock = clock;
  }

  /** Empty for an entry that was cleaned up. */
  Optional<Duration> age(long version) {
    return log.read(version).map(LogRecord::at).map(at -> Duration.between(at, clock.instant()));
  }

  /** Whether it is older than that; one that was cleaned up is. */
  boolean isOlder(long version, Duration than) {
    return age(version).filter(age -> age.compareTo(than) <= 0).isEmpty();
  }

  /** Without the fractions of a second. */
  static Instant text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }
}
