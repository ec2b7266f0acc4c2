package dev.tidemark.coordinator.action;

import dev.tidemark.batch.publish.Publish;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out an intended publication, whoever intended it. */
public final class PublishRevision {
  private static final Logger LOG = LoggerFactory.getLogger(PublishRevision.class);

  private final Journal journal;
  private final LandingFileSystem files;
  private final Publish publish;

  public PublishRevision(Journal journal, LandingFileSystem files, Publish publish) {
    this.journal = journal;
    this.files = files;
    this.publish = publish;
  }

  void run(PartitionId id) {
    Optional<Publication> intended = find(journal.refresh(), id);
    if (intended.isEmpty()) {
      return;
    }
    Publication revision = intended.get();
    Publish.Outcome outcome = publish.carryOut(id, revision);
    removeBarred(id, revision);
    LogEntry entry =
        switch (outcome) {
          case PUBLISHED -> new LogEntry.Published(id, revision.version());
          case OUTPUT_LOST ->
              new LogEntry.Failed(
                  id,
                  LogEntry.Action.PUBLISH,
                  Optional.of(revision.attempt()),
                  "the output of attempt "
                      + revision.attempt()
                      + " is neither staged nor published",
                  Optional.empty());
        };
    journal
        .append(state -> find(state, id).filter(revision::equals).map(p -> entry))
        .ifPresent(record -> report(id, revision, outcome));
    if (outcome == Publish.Outcome.PUBLISHED) {
      warnOfNothing(id, revision);
    }
  }

  /**
   * Removes what attempts that never published left behind, after a crash. While a publication is
   * intended no attempt can begin, and all that began before it are barred: so what is listed
   * first, with the intent still standing afterwards, nobody will ever publish.
   */
  private void removeBarred(PartitionId id, Publication revision) {
    String staging = LandingZone.parent(LandingZone.staging(id, revision.attempt()));
    try {
      List<LandingFileSystem.Entry> listed = files.list(staging);
      if (find(journal.refresh(), id).filter(revision::equals).isEmpty()) {
        return;
      }
      for (LandingFileSystem.Entry entry : listed) {
        // Partitions of an hour and of its minutes do not share a root, so these are attempts.
        if (!entry.name().equals(revision.attempt())) {
          files.deleteTree(staging + "/" + entry.name());
        }
      }
    } catch (IOException e) {
      LOG.debug("{} is not tidied: {}", staging, e.getMessage());
    }
  }

  private static void report(PartitionId id, Publication revision, Publish.Outcome outcome) {
    if (outcome == Publish.Outcome.OUTPUT_LOST) {
      LOG.error(
          "{}: the output of attempt {} is lost; it is processed again", id, revision.attempt());
      return;
    }
    LOG.info(
        "{} STAGED -> PUBLISHED (revision {}, {} rows in, {} out, {} duplicates, {} quarantined)",
        id,
        revision.revision(),
        revision.counts().in(),
        revision.counts().out(),
        revision.counts().duplicates(),
        revision.counts().quarantined());
  }

  /** Unless somebody asked for just this revision. */
  private void warnOfNothing(PartitionId id, Publication revision) {
    if (revision.counts().quarantined() > 0
        && revision.counts().out() == 0
        && journal.refresh().partition(id).flatMap(PartitionState::pin).isEmpty()) {
      LOG.warn(
          "{}: every row of revision {} is in quarantine; 'tidemark quarantine {}' lists the reasons",
          id,
          revision.revision(),
          id);
    }
  }

  private static Optional<Publication> find(LandingState state, PartitionId id) {
    return state.partition(id).flatMap(PartitionState::intended);
  }
}
