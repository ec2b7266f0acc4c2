package dev.tidemark.coordinator.config;

import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.Section;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The section {@code coordinator}, or what a dataset's own section of that name makes of it.
 *
 * @param schedule when to look for work, as a Quartz cron expression in UTC; what is due follows
 *     from the landing log, so a look that was missed is harmless
 * @param concurrency partitions processed at once, besides those that somebody asked to have
 *     processed again
 * @param backfill of those, how many are processed at once
 * @param order in which partitions that are due are processed
 * @param throttle the least time between the beginnings of two attempts
 * @param timeout after which an attempt is given up
 * @param lease how long a claim on processing holds without being renewed
 * @param retries how often an action is tried again before it waits for a person
 * @param backoff before the first retry; doubled for each that follows, up to an hour
 * @param serviceLevel how long after its end a partition is to be published, if that was promised
 */
public record CoordinatorConfig(
    String schedule,
    int concurrency,
    int backfill,
    Order order,
    Duration throttle,
    Duration timeout,
    Duration lease,
    int retries,
    Duration backoff,
    Optional<Duration> serviceLevel) {

  private static final Pattern SIX_FIELDS = Pattern.compile("\\S+(\\s+\\S+){5,6}");
  private static final Duration LONGEST_BACKOFF = Duration.ofHours(1);
  private static final Duration NONE = Duration.ZERO;

  private static final CoordinatorConfig DEFAULT =
      new CoordinatorConfig("0/10 * * * * ?", 1, Duration.ofMinutes(1), 3, Duration.ofSeconds(30));

  /** Which of several partitions that are due is processed first. */
  public enum Order {
    OLDEST_FIRST,
    NEWEST_FIRST
  }

  /** Defaults for what is not named. */
  public CoordinatorConfig(
      String schedule, int concurrency, Duration lease, int retries, Duration backoff) {
    this(
        schedule,
        concurrency,
        1,
        Order.OLDEST_FIRST,
        NONE,
        Duration.ofHours(6),
        lease,
        retries,
        backoff,
        Optional.empty());
  }

  /** What holds for every dataset that does not say otherwise. */
  public static CoordinatorConfig read(Section root) {
    Section section = root.section("coordinator");
    // Read where they are used.
    section.section("http");
    section.sections("notify");
    return read(section, DEFAULT);
  }

  /** What holds for each dataset, in the order of the list {@code datasets}. */
  public static List<CoordinatorConfig> readAll(Section root) {
    CoordinatorConfig byDefault = read(root);
    return root.sections("datasets").stream()
        .map(dataset -> readOwn(dataset.section("coordinator"), byDefault))
        .toList();
  }

  private static CoordinatorConfig readOwn(Section section, CoordinatorConfig byDefault) {
    // Which datasets a target is told of stands there as well.
    section.belongsTo("notify", "coordinator.notify");
    section.belongsTo("http", "coordinator.http");
    return read(section, byDefault);
  }

  /** What holds for the dataset of that name. */
  public static CoordinatorConfig readFor(String dataset, Section root) {
    List<String> names = DatasetConfig.readAll(root).stream().map(DatasetConfig::name).toList();
    return readAll(root).get(names.indexOf(dataset));
  }

  private static CoordinatorConfig read(Section section, CoordinatorConfig byDefault) {
    Optional<Duration> serviceLevel =
        section.durationIfGiven("service-level", Duration.ofMinutes(1));
    CoordinatorConfig config =
        new CoordinatorConfig(
            section.matching(
                "schedule",
                byDefault.schedule,
                SIX_FIELDS,
                "must be a Quartz cron expression such as '0/10 * * * * ?' (seconds first)"),
            section.integer("concurrency", byDefault.concurrency, 1, 1000),
            section.integer("backfill", byDefault.backfill, 1, 1000),
            section.choice("order", byDefault.order),
            section.duration("throttle", byDefault.throttle),
            section.duration("timeout", byDefault.timeout, Duration.ofSeconds(1)),
            section.duration("lease", byDefault.lease, Duration.ofSeconds(1)),
            section.integer("retries", byDefault.retries, 0, 1000),
            section.duration("backoff", byDefault.backoff, Duration.ofMillis(100)),
            serviceLevel.isPresent() ? serviceLevel : byDefault.serviceLevel);
    section.rejectUnknown();
    return config;
  }

  /** How long to wait after an action failed for the {@code count}-th time in a row. */
  public Duration backoffAfter(int count) {
    Duration wait = backoff.multipliedBy(1L << Math.min(count - 1, 20));
    return wait.compareTo(LONGEST_BACKOFF) < 0 ? wait : LONGEST_BACKOFF;
  }
}
