package dev.tidemark.landing.config;

import java.time.Duration;
import java.util.Optional;

/**
 * How long the parts of a partition are kept; what has no age is kept for good.
 *
 * @param published what is in {@code final}, from the partition's end, or from its last publication
 *     where that is later
 * @param archive landed files, likewise
 * @param replaced earlier revisions, from when each was replaced
 * @param log entries of the landing log that a checkpoint has made superfluous
 */
public record RetentionConfig(
    Optional<Duration> published,
    Optional<Duration> archive,
    Optional<Duration> replaced,
    Duration log) {

  /** The least age of entries of the log, and the default: people read them. */
  public static final Duration LEAST_LOG = Duration.ofDays(7);

  /** Keeps everything but old entries of the log. */
  public static final RetentionConfig NONE =
      new RetentionConfig(Optional.empty(), Optional.empty(), Optional.empty(), LEAST_LOG);

  private static final Duration LEAST = Duration.ofMinutes(1);

  static RetentionConfig read(Section dataset) {
    Section section = dataset.section("retention");
    RetentionConfig config =
        new RetentionConfig(
            section.durationIfGiven("final", LEAST),
            section.durationIfGiven("archive", LEAST),
            section.durationIfGiven("replaced", LEAST),
            section.duration("log", LEAST_LOG, LEAST_LOG));
    section.rejectUnknown();
    return config;
  }

  /** Whether anything of a partition has an age. */
  public boolean removesAnything() {
    return published.isPresent() || archive.isPresent() || replaced.isPresent();
  }
}
