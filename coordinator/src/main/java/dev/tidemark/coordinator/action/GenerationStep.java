package dev.tidemark.coordinator.action;

import dev.tidemark.batch.prepare.GenerationMove.Moved;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A move of a generation's directory, and then the entry that says so. */
record GenerationStep(Journal journal, GenerationId id, Generation.Step from, Generation.Step to) {
  private static final Logger LOG = LoggerFactory.getLogger(GenerationStep.class);

  void run(Function<Manifest, Moved> move, LogEntry entry) {
    Optional<Generation> generation = find(journal.refresh());
    if (generation.isEmpty()) {
      return;
    }
    Manifest manifest = generation.get().manifest();
    long start = System.nanoTime();
    Moved moved = move.apply(manifest);
    long millis = (System.nanoTime() - start) / 1_000_000;
    if (!moved.left().isEmpty()) {
      LOG.warn("{}: it is moved, and these are left and never processed: {}", id, moved.left());
    }
    journal
        .append(state -> find(state).map(g -> entry))
        .ifPresent(
            record ->
                LOG.info(
                    "{} {} -> {} ({} files, {} rows, {} ms)",
                    id,
                    from,
                    to,
                    manifest.files().size(),
                    manifest.rows(),
                    millis));
  }

  private Optional<Generation> find(LandingState state) {
    return state
        .partition(id.partition())
        .flatMap(p -> Optional.ofNullable(p.generations().get(id.number())))
        .filter(g -> g.step() == from);
  }
}
