package dev.tidemark.coordinator.action;

import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionRecord;
import dev.tidemark.landing.log.PartitionState;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes a generation: from that entry on, what comes for it is late. */
public final class Close {
  private static final Logger LOG = LoggerFactory.getLogger(Close.class);

  private final Journal journal;
  private final EmptyHours emptyHours;

  /**
   * In one dataset.
   *
   * @param emptyHours what becomes of a partition in which nothing landed
   */
  public Close(Journal journal, EmptyHours emptyHours) {
    this.journal = journal;
    this.emptyHours = emptyHours;
  }

  /**
   * Whether it was closed by this call; not so if it is closed already, or a pending intent names
   * it.
   */
  public boolean run(GenerationId id, LogEntry.CloseReason reason) {
    return run(id, reason, Optional.empty());
  }

  /** As above, with a note of the person who asked for it. */
  public boolean run(GenerationId id, LogEntry.CloseReason reason, Optional<String> note) {
    return journal
        .append(state -> entry(state, id, reason, note))
        .map(record -> (LogEntry.Close) record.entry())
        .map(
            close -> {
              LOG.info(
                  "{} OPEN -> {} ({} files, {} rows, {})",
                  id,
                  close.isSkipped() ? "SKIPPED" : "CLOSED",
                  close.files(),
                  close.rows(),
                  reason);
              return true;
            })
        .orElse(false);
  }

  private Optional<LogEntry> entry(
      LandingState state, GenerationId id, LogEntry.CloseReason reason, Optional<String> note) {
    Optional<PartitionState> partition = state.partition(id.partition());
    Optional<Generation> generation =
        partition.flatMap(p -> Optional.ofNullable(p.generations().get(id.number())));
    boolean open =
        generation.isPresent()
            ? generation.get().step() == Generation.Step.OPEN
            : !id.isLate() && !state.isClosed(id.partition());
    if (!open || state.isNamedByPending(id)) {
      return Optional.empty();
    }
    Manifest manifest =
        generation.map(Generation::manifest).orElse(new Manifest(id, java.util.List.of()));
    // What was published of a partition that had left the state is known from its record alone.
    Optional<LogEntry.Base> base =
        partition
            .filter(PartitionState::lacksBase)
            .flatMap(p -> journal.records().latest(p.id()))
            .map(PartitionRecord::base);
    return Optional.of(LogEntry.Close.of(manifest, reason, base, note, emptyHours));
  }
}
