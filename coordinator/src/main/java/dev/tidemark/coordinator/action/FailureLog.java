package dev.tidemark.coordinator.action;

import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.policy.Due;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.WithoutTrace;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down that an action failed, and when it is tried again: after a growing pause while tries
 * are left and trying again can help, otherwise when a person releases the partition.
 */
public final class FailureLog {
  private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
  private static final int LONGEST_ERROR = 1000;

  private final Journal journal;
  private final Clock clock;
  private final CoordinatorConfig config;
  private final DatasetConfig dataset;

  public FailureLog(Journal journal, Clock clock, CoordinatorConfig config, DatasetConfig dataset) {
    this.journal = journal;
    this.clock = clock;
    this.config = config;
    this.dataset = dataset;
  }

  /**
   * An action failed. Nothing is written if it is not due any more: another did it meanwhile, which
   * is often why it failed here.
   */
  public void actionFailed(Due due, LogEntry.Action action, Throwable error) {
    write(due.partition(), action, Optional.empty(), error, p -> isStillDue(p, due));
  }

  /**
   * An attempt of processing failed; whether that is written down, so that it can never publish. It
   * is not if the attempt has no claim any more.
   */
  boolean attemptFailed(PartitionId id, String attempt, Throwable error) {
    return write(
        id,
        LogEntry.Action.PROCESS,
        Optional.of(attempt),
        error,
        p -> p.claim().filter(c -> c.attempt().equals(attempt)).isPresent());
  }

  private boolean write(
      PartitionId id,
      LogEntry.Action action,
      Optional<String> attempt,
      Throwable error,
      Predicate<PartitionState> applies) {
    Optional<LogEntry.Failed> failed =
        journal
            .append(
                state ->
                    state
                        .partition(id)
                        .filter(applies)
                        .map(
                            p ->
                                new LogEntry.Failed(
                                    id,
                                    action,
                                    attempt,
                                    dataset.advise(messageOf(error)),
                                    retryAt(p, action, error))))
            .map(record -> (LogEntry.Failed) record.entry());
    failed.ifPresent(f -> report(f, error));
    return failed.isPresent();
  }

  private static boolean isStillDue(PartitionState partition, Due due) {
    if (due instanceof Due.Prepare d) {
      return isAt(partition, d.generation(), Generation.Step.CLOSED);
    } else if (due instanceof Due.Archive d) {
      return isAt(partition, d.generation(), Generation.Step.STAGED);
    } else if (due instanceof Due.Publish) {
      return partition.intended().isPresent();
    }
    if (due instanceof Due.Expire) {
      return partition.isExpiring();
    }
    return partition.canProcess() && partition.wantsProcessing();
  }

  private static boolean isAt(PartitionState partition, GenerationId id, Generation.Step step) {
    Generation generation = partition.generations().get(id.number());
    return generation != null && generation.step() == step;
  }

  private Optional<Instant> retryAt(
      PartitionState partition, LogEntry.Action action, Throwable error) {
    int count =
        1
            + partition
                .failure()
                .filter(f -> f.last().action() == action)
                .map(PartitionState.Failure::count)
                .orElse(0);
    // Moving a directory costs nothing, so an outage, however long, never needs a person to end it.
    boolean patient =
        error instanceof LandingException.Unavailable && action != LogEntry.Action.PROCESS;
    boolean hopeless =
        error instanceof LandingException.NeedsOperator || (!patient && count > config.retries());
    return hopeless
        ? Optional.empty()
        : Optional.of(clock.instant().plus(config.backoffAfter(count)));
  }

  private static String messageOf(Throwable error) {
    String message = WithoutTrace.of(error);
    return message.length() <= LONGEST_ERROR ? message : message.substring(0, LONGEST_ERROR) + "…";
  }

  private void report(LogEntry.Failed failed, Throwable error) {
    if (failed.retryAt().isPresent()) {
      LOG.warn(
          "{}: {} failed, tried again at {}: {}",
          failed.partition(),
          failed.action(),
          failed.retryAt().get().truncatedTo(ChronoUnit.SECONDS),
          failed.error());
      LOG.debug("{}", failed.partition(), error);
    } else {
      LOG.error(
          "{}: {} failed and waits for {}: {}",
          failed.partition(),
          failed.action(),
          failed.saysToRetry()
              ? "a person"
              : dataset.advise("'tidemark retry " + failed.partition() + "'"),
          failed.error(),
          error);
    }
  }
}
