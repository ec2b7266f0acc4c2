package dev.tidemark.coordinator.action;

import dev.tidemark.batch.expire.Expire;
import dev.tidemark.coordinator.policy.Retention;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.Expiry;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes what has reached its age: first the entry that says so, then the files. */
public final class ExpirePartition {
  private static final Logger LOG = LoggerFactory.getLogger(ExpirePartition.class);

  private final Journal journal;
  private final Retention retention;
  private final Expire expire;

  public ExpirePartition(Journal journal, Retention retention, Expire expire) {
    this.journal = journal;
    this.retention = retention;
    this.expire = expire;
  }

  /**
   * Says that what has reached its age is to go; whether there is any. From then on it counts as
   * gone, and {@link #run} removes it, in this process or another.
   */
  public boolean begin(PartitionId id, Instant now) {
    Optional<LogEntry.Expire> begun =
        journal.append(state -> due(state, id, now)).map(r -> (LogEntry.Expire) r.entry());
    begun.ifPresent(
        e ->
            LOG.info(
                "{} expires: {}archived generations {}{}",
                id,
                e.published() ? "what is published, " : "",
                e.generations(),
                e.published() || e.replaced().isPresent() ? ", replaced revisions" : ""));
    return begun.isPresent();
  }

  private Optional<LogEntry> due(LandingState state, PartitionId id, Instant now) {
    return journal
        .records()
        .find(state, id)
        .flatMap(p -> retention.due(p, now))
        .map(
            e ->
                new LogEntry.Expire(
                    id,
                    e.generations(),
                    e.published(),
                    e.replaced(),
                    journal.records().base(state, id)));
  }

  /** Carries out what some process said; does nothing if that is done. */
  public void run(PartitionId id) {
    Optional<Expiry> expiring = find(journal.refresh(), id);
    if (expiring.isEmpty()) {
      return;
    }
    long start = System.nanoTime();
    expire.carryOut(id, expiring.get());
    long millis = (System.nanoTime() - start) / 1_000_000;
    journal
        .append(
            state ->
                find(state, id)
                    .filter(expiring.get()::equals)
                    .flatMap(Expiry::pending)
                    .map(version -> new LogEntry.Expired(id, version)))
        .ifPresent(record -> LOG.info("{} is removed by retention ({} ms)", id, millis));
  }

  private static Optional<Expiry> find(LandingState state, PartitionId id) {
    return state.partition(id).flatMap(PartitionState::expiry).filter(e -> e.pending().isPresent());
  }
}
