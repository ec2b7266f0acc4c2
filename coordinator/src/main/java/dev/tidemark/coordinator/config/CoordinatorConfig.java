package dev.tidemark.coordinator.config;

import dev.tidemark.landing.config.Section;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * The section {@code coordinator}.
 *
 * @param schedule when to look for work, as a Quartz cron expression in UTC; what is due follows
 *     from the landing log, so a look that was missed is harmless
 * @param concurrency partitions processed at once
 * @param lease how long a claim on processing holds without being renewed
 * @param retries how often an action is tried again before it waits for a person
 * @param backoff before the first retry; doubled for each that follows, up to an hour
 */
public record CoordinatorConfig(
    String schedule, int concurrency, Duration lease, int retries, Duration backoff) {

  private static final Pattern SIX_FIELDS = Pattern.compile("\\S+(\\s+\\S+){5,6}");
  private static final Duration LONGEST_BACKOFF = Duration.ofHours(1);

  public static CoordinatorConfig read(Section root) {
    Section section = root.section("coordinator");
    CoordinatorConfig config =
        new CoordinatorConfig(
            section.matching(
                "schedule",
                "0/10 * * * * ?",
                SIX_FIELDS,
                "must be a Quartz cron expression such as '0/10 * * * * ?' (seconds first)"),
            section.integer("concurrency", 1, 1, 1000),
            section.duration("lease", Duration.ofMinutes(1), Duration.ofSeconds(1)),
            section.integer("retries", 3, 0, 1000),
            section.duration("backoff", Duration.ofSeconds(30), Duration.ofMillis(100)));
    section.rejectUnknown();
    return config;
  }

  /** How long to wait after an action failed for the {@code count}-th time in a row. */
  public Duration backoffAfter(int count) {
    Duration wait = backoff.multipliedBy(1L << Math.min(count - 1, 20));
    return wait.compareTo(LONGEST_BACKOFF) < 0 ? wait : LONGEST_BACKOFF;
  }
}
