package dev.tidemark.coordinator.operations;

import dev.tidemark.batch.publish.KeptRevision;
import dev.tidemark.coordinator.action.Close;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.IllegalEntryException;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;

/** What people can ask of a dataset, and tell it to do. */
public final class Operations extends Questions {
  private final DatasetConfig dataset;
  private final Journal journal;
  private final Clock clock;

  public Operations(DatasetConfig dataset, Journal journal, Clock clock) {
    super(dataset, journal, clock);
    this.dataset = dataset;
    this.journal = journal;
    this.clock = clock;
  }

  /**
   * The same for another person or program, who has read what this one has. Neither waits for the
   * other.
   *
   * @param by whom the landing log names
   */
  public Operations as(String by) {
    return new Operations(dataset, journal.as(by), clock);
  }

  /**
   * Closes the open generation of a partition now, whatever the watermark says. Safe at any moment,
   * a micro-batch in the middle of landing included; what comes after is late and restates the
   * partition.
   */
  public void close(PartitionId id, Optional<String> note) {
    GenerationId open =
        state()
            .partition(id)
            .flatMap(PartitionState::open)
            .map(Generation::id)
            .orElseThrow(
                () ->
                    new RefusedException(
                        id + " has nothing open to be closed. " + explain(id).waitsFor()));
    // A pending intent that names it is about to be carried out; only then can it be closed.
    Close close = new Close(journal, dataset.emptyHours());
    for (int look = 0; look < 200; look++) {
      if (close.run(open, LogEntry.CloseReason.FORCED, note)) {
        return;
      }
      if (state()
          .partition(id)
          .flatMap(PartitionState::open)
          .filter(g -> g.id().equals(open))
          .isEmpty()) {
        return;
      }
      pause();
    }
    throw new RefusedException(
        open + " is named by an intent that is still pending; start ingest, and try again.");
  }

  public void hold(PartitionId id, String reason) {
    append(id, state -> Optional.of(new LogEntry.Held(id, reason)));
  }

  /**
   * Undoes a hold, or lets an action that failed be tried again; where there is neither, takes a
   * pin off.
   */
  public void release(PartitionId id, String reason) {
    append(id, state -> Optional.of(new LogEntry.Released(id, reason)));
  }

  /**
   * Has what failed tried again now, rather than at its time or never.
   *
   * @throws RefusedException if nothing failed, or the partition is held
   */
  public void retry(PartitionId id, String reason) {
    append(
        id,
        state -> {
          PartitionState p = state.partition(id).orElse(null);
          if (p == null || p.failure().isEmpty()) {
            throw new RefusedException(
                id + " has not failed. 'tidemark explain' says of it: " + explain(id).waitsFor());
          }
          if (p.hold().isPresent()) {
            throw refused(
                id
                    + " is held: "
                    + p.hold().get()
                    + ". 'tidemark release "
                    + id
                    + "' lets it go on, and tries again what failed.");
          }
          return Optional.of(new LogEntry.Released(id, reason));
        });
  }

  /**
   * Asks for a new revision from the archived files.
   *
   * @throws RefusedException if the partition is open or holds nothing
   */
  public void reprocess(PartitionId id, String reason) {
    append(
        id,
        state ->
            Optional.of(new LogEntry.Reprocess(id, reason, journal.records().base(state, id))));
  }

  /**
   * Asks for a copy of an earlier revision, and pins it.
   *
   * @throws RefusedException if the partition is held, is being published, or has no such revision
   */
  public void rollback(PartitionId id, int revision, String reason) {
    append(
        id,
        state ->
            Optional.of(
                new LogEntry.Rollback(id, revision, reason, journal.records().base(state, id))));
  }

  /**
   * Likewise, once the files of that revision were seen.
   *
   * @param number of it; without one, the newest
   * @return what is brought back
   */
  public BroughtBack rollback(
      PartitionId id, Optional<Integer> number, String reason, KeptRevision kept) {
    Publication earlier = earlier(id, number);
    if (kept.find(id, earlier).isEmpty()) {
      throw new RefusedException(
          "Revision " + earlier.revision() + " of " + id + " is not in final/.replaced any more.");
    }
    rollback(id, earlier.revision(), reason);
    return new BroughtBack(earlier.revision(), earlier.counts().out());
  }

  private void append(PartitionId id, Function<LandingState, Optional<LogEntry>> decision) {
    state();
    try {
      journal.append(
          state -> {
            if (journal.records().find(state, id).isEmpty()) {
              throw new RefusedException(id + " holds nothing: no event of that time has landed.");
            }
            return decision.apply(state);
          });
    } catch (IllegalEntryException e) {
      throw new RefusedException(e.getMessage());
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("Interrupted.");
    }
  }
}
