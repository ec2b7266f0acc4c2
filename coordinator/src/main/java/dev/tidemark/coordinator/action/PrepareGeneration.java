package dev.tidemark.coordinator.action;

import dev.tidemark.batch.prepare.Prepare;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.log.Generation.Step;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;

/** Moves a closed generation to {@code stage}. */
public final class PrepareGeneration {
  private final Journal journal;
  private final Prepare prepare;

  public PrepareGeneration(Journal journal, Prepare prepare) {
    this.journal = journal;
    this.prepare = prepare;
  }

  void run(GenerationId id) {
    new GenerationStep(journal, id, Step.CLOSED, Step.STAGED)
        .run(prepare::prepare, new LogEntry.Staged(id));
  }
}
