package dev.tidemark.coordinator.action;

import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
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

  public FailureLog(Journal journal, Clock clock, CoordinatorConfig config) {
    this.journal = journal;
    this.clock = clock;
    this.config = config;
  }

  /** An action other than processing failed. */
  public void actionFailed(PartitionId id, LogEntry.Action action, RuntimeException error) {
    write(id, action, Optional.empty(), error);
  }

  /** An attempt of processing failed; nothing happens if it is not the current one any more. */
  void attemptFailed(PartitionId id, String attempt, RuntimeException error) {
    write(id, LogEntry.Action.PROCESS, Optional.of(attempt), error);
  }

  private void write(
      PartitionId id, LogEntry.Action action, Optional<String> attempt, RuntimeException error) {
    journal
        .append(
            state ->
                state
                    .partition(id)
                    .filter(p -> isCurrent(p, attempt))
                    .map(
                        p ->
                            new LogEntry.Failed(
                                id, action, attempt, messageOf(error), retryAt(p, action, error))))
        .map(record -> (LogEntry.Failed) record.entry())
        .ifPresent(failed -> report(failed, error));
  }

  private static boolean isCurrent(PartitionState partition, Optional<String> attempt) {
    return attempt.isEmpty() || partition.claim().map(LogEntry.Claim::attempt).equals(attempt);
  }

  private Optional<Instant> retryAt(
      PartitionState partition, LogEntry.Action action, RuntimeException error) {
    int count =
        1
            + partition
                .failure()
                .filter(f -> f.last().action() == action)
                .map(PartitionState.Failure::count)
                .orElse(0);
    boolean hopeless = error instanceof LandingException.NeedsOperator || count > config.retries();
    return hopeless
        ? Optional.empty()
        : Optional.of(clock.instant().plus(config.backoffAfter(count)));
  }

  private static String messageOf(RuntimeException error) {
    String message = error.getMessage() == null ? error.toString() : error.getMessage();
    return message.length() <= LONGEST_ERROR ? message : message.substring(0, LONGEST_ERROR) + "…";
  }

  private static void report(LogEntry.Failed failed, RuntimeException error) {
    if (failed.retryAt().isPresent()) {
      LOG.warn(
          "{}: {} failed, tried again at {}: {}",
          failed.partition(),
          failed.action(),
          failed.retryAt().get(),
          failed.error());
      LOG.debug("{}", failed.partition(), error);
    } else {
      LOG.error(
          "{}: {} failed and waits for 'tidemark release {}': {}",
          failed.partition(),
          failed.action(),
          failed.partition(),
          failed.error(),
          error);
    }
  }
}
