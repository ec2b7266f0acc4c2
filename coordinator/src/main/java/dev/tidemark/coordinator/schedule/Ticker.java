package dev.tidemark.coordinator.schedule;

import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Properties;
import java.util.TimeZone;
import java.util.UUID;
import org.quartz.CronExpression;
import org.quartz.CronScheduleBuilder;
import org.quartz.DisallowConcurrentExecution;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDataMap;
import org.quartz.JobExecutionContext;
import org.quartz.ScheduleBuilder;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.simpl.RAMJobStore;
import org.quartz.simpl.SimpleThreadPool;
import org.quartz.spi.TriggerFiredBundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Quartz, which does no more here than to call a tick by a cron expression, in UTC, and what stands
 * beside it. Nothing of what is due is in Quartz, so a firing that is lost, late or repeated is
 * harmless.
 */
public final class Ticker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Ticker.class);

  // Two days of a look every ten seconds, so that a pause at night is among them.
  private static final Duration LOOK_AHEAD = Duration.ofDays(8);
  private static final Duration STEP = Duration.ofMinutes(1);
  private static final Duration NEVER_AGAIN = Duration.ofDays(366);

  private final Scheduler scheduler;

  private Ticker(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * Starts ticking.
   *
   * @param name of the dataset
   * @param cron a Quartz cron expression
   * @throws IllegalArgumentException if it is not one
   */
  public static Ticker start(String name, String cron, Runnable tick) {
    try {
      CronScheduleBuilder schedule = CronScheduleBuilder.cronSchedule(cron);
      // Quartz finds a scheduler of a JVM by its name, and two programs may look after one dataset.
      Scheduler scheduler = newScheduler("tidemark-" + name + "-" + UUID.randomUUID());
      scheduler.setJobFactory((TriggerFiredBundle bundle, Scheduler s) -> Firing.of(bundle));
      Ticker ticker = new Ticker(scheduler);
      ticker.add(
          "tick",
          tick,
          schedule
              .inTimeZone(TimeZone.getTimeZone("UTC"))
              // After a pause one look is enough: it sees everything that became due.
              .withMisfireHandlingInstructionFireAndProceed());
      scheduler.start();
      return ticker;
    } catch (SchedulerException e) {
      throw new IllegalStateException("Quartz did not start: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw notACron(cron, e);
    }
  }

  /**
   * Besides, does what cannot wait for a tick, nor for anything else that is stuck here. There are
   * threads for two such things.
   *
   * @param name of what is done
   * @param pause from one time to the next
   */
  public Ticker every(String name, Duration pause, Runnable work) {
    try {
      add(
          name,
          work,
          SimpleScheduleBuilder.simpleSchedule()
              .withIntervalInMilliseconds(pause.toMillis())
              .repeatForever()
              .withMisfireHandlingInstructionNextWithRemainingCount());
      return this;
    } catch (SchedulerException e) {
      throw new IllegalStateException("Quartz did not start: " + e.getMessage(), e);
    }
  }

  private void add(String name, Runnable work, ScheduleBuilder<?> schedule)
      throws SchedulerException {
    JobDataMap data = new JobDataMap();
    data.put(Firing.WORK, work);
    scheduler.scheduleJob(
        JobBuilder.newJob(Firing.class).withIdentity(name).usingJobData(data).build(),
        TriggerBuilder.newTrigger().startNow().withSchedule(schedule).build());
  }

  /**
   * The longest pause between ticks, over those that come next.
   *
   * @throws IllegalArgumentException if it is not a cron expression
   */
  public static Duration longestPause(String cron, Clock clock) {
    CronExpression expression;
    try {
      expression = new CronExpression(cron);
    } catch (ParseException e) {
      throw notACron(cron, e);
    }
    expression.setTimeZone(TimeZone.getTimeZone("UTC"));
    Duration longest = Duration.ZERO;
    Instant far = clock.instant().plus(LOOK_AHEAD);
    // At every minute, and in full only where a pause is longer than any before: a schedule of
    // every
    // second has hundreds of thousands of firings in a week.
    for (Instant at = clock.instant(); at.isBefore(far); at = at.plus(STEP)) {
      Date next = expression.getNextValidTimeAfter(Date.from(at));
      if (next == null) {
        return NEVER_AGAIN;
      }
      if (Duration.between(at, next.toInstant()).compareTo(longest) > 0) {
        longest = longestAround(at, expression, longest);
      }
    }
    return longest;
  }

  private static Duration longestAround(
      Instant at, CronExpression expression, Duration longestBefore) {
    Duration longest = longestBefore;
    Date last = expression.getNextValidTimeAfter(Date.from(at.minus(STEP)));
    while (!last.toInstant().isAfter(at) || longest.isZero()) {
      Date next = expression.getNextValidTimeAfter(last);
      if (next == null) {
        return NEVER_AGAIN;
      }
      Duration pause = Duration.between(last.toInstant(), next.toInstant());
      longest = pause.compareTo(longest) > 0 ? pause : longest;
      last = next;
    }
    return longest;
  }

  private static IllegalArgumentException notACron(String cron, Exception cause) {
    return new IllegalArgumentException(
        "'coordinator.schedule' must be a Quartz cron expression. Found: " + cron, cause);
  }

  private static Scheduler newScheduler(String name) throws SchedulerException {
    Properties properties = new Properties();
    properties.setProperty("org.quartz.scheduler.instanceName", name);
    properties.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
    properties.setProperty("org.quartz.scheduler.makeSchedulerThreadDaemon", "true");
    properties.setProperty("org.quartz.jobStore.class", RAMJobStore.class.getName());
    properties.setProperty("org.quartz.threadPool.class", SimpleThreadPool.class.getName());
    properties.setProperty("org.quartz.threadPool.threadCount", "3");
    properties.setProperty("org.quartz.threadPool.makeThreadsDaemons", "true");
    return new StdSchedulerFactory(properties).getScheduler();
  }

  /** One firing; work that runs long is not joined by itself once more. */
  @DisallowConcurrentExecution
  private static final class Firing implements Job {
    private static final String WORK = "work";

    private final Runnable work;

    private Firing(Runnable work) {
      this.work = work;
    }

    static Firing of(TriggerFiredBundle bundle) {
      return new Firing((Runnable) bundle.getJobDetail().getJobDataMap().get(WORK));
    }

    @Override
    public void execute(JobExecutionContext context) {
      try {
        work.run();
      } catch (RuntimeException e) {
        LOG.error(
            "A {} failed; the next one looks again: {}",
            context.getJobDetail().getKey().getName(),
            e.getMessage(),
            e);
      }
    }
  }

  @Override
  public void close() {
    try {
      scheduler.shutdown(true);
    } catch (SchedulerException e) {
      LOG.warn("Quartz did not stop: {}", e.getMessage());
    }
  }
}
