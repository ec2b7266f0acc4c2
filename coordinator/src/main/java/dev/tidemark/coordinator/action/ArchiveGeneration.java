package dev.tidemark.coordinator.action;

import dev.tidemark.batch.archive.Archive;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.log.Generation.Step;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;

/** Moves a published generation to {@code archive}. */
public final class ArchiveGeneration {
  private final Journal journal;
  private final Archive archive;

  public ArchiveGeneration(Journal journal, Archive archive) {
    this.journal = journal;
    this.archive = archive;
  }

  void run(GenerationId id) {
    new GenerationStep(journal, id, Step.STAGED, Step.ARCHIVED)
        .run(archive::archive, new LogEntry.Archived(id));
  }
}
