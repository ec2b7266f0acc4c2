package dev.tidemark.coordinator.action;

import dev.tidemark.batch.archive.Archive;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.log.Generation.Step;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves a generation to {@code archive}: one that is published, or that is kept there because it
 * came when retention had removed what it would have to be published with.
 */
public final class ArchiveGeneration {
  private static final Logger LOG = LoggerFactory.getLogger(ArchiveGeneration.class);

  private final Journal journal;
  private final Archive archive;

  public ArchiveGeneration(Journal journal, Archive archive) {
    this.journal = journal;
    this.archive = archive;
  }

  void run(GenerationId id) {
    journal
        .refresh()
        .partition(id.partition())
        .filter(p -> !p.published().contains(id.number()))
        .ifPresent(
            p ->
                LOG.warn(
                    "{} came when retention had removed parts of its partition: its {} rows are kept"
                        + " in {} and are in no revision",
                    id,
                    p.generations().get(id.number()).manifest().rows(),
                    LandingZone.archive(id)));
    new GenerationStep(journal, id, Step.STAGED, Step.ARCHIVED)
        .run(archive::archive, new LogEntry.Archived(id));
  }
}
