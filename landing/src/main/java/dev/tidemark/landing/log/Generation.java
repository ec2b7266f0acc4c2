package dev.tidemark.landing.log;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.Manifest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A generation of a partition that is in the state.
 *
 * <pre>
 * OPEN ── close ──▶ CLOSED ── staged ──▶ STAGED ── archived ──▶ ARCHIVED
 *   └───────────── close of a generation without files ────────────▲
 * </pre>
 *
 * @param record version of the partition's record that holds the files, for a generation that was
 *     archived before the partition came back into the state; its {@code files} are empty here
 * @param firstLanded by the writer's clock, when the first file was landed
 * @param lastLanded likewise, the last
 */
public record Generation(
    GenerationId id,
    Step step,
    List<LandedFile> files,
    Optional<Long> record,
    Optional<Instant> firstLanded,
    Optional<Instant> lastLanded) {

  /** How far a generation has come. */
  public enum Step {
    OPEN,
    CLOSED,
    STAGED,
    ARCHIVED;

    /** The same step again is a retry, and not a move. */
    public boolean canBecome(Step next) {
      return switch (this) {
        case OPEN -> next == CLOSED || next == ARCHIVED;
        case CLOSED -> next == STAGED;
        case STAGED -> next == ARCHIVED;
        case ARCHIVED -> false;
      };
    }
  }

  public Generation {
    files = List.copyOf(files);
  }

  static Generation open(GenerationId id) {
    return new Generation(
        id, Step.OPEN, List.of(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  static Generation archivedBefore(GenerationId id, long record) {
    return new Generation(
        id, Step.ARCHIVED, List.of(), Optional.of(record), Optional.empty(), Optional.empty());
  }

  public Manifest manifest() {
    return new Manifest(id, files);
  }

  /** With more files; an hour has tens of thousands, so they are not to come one by one. */
  Generation landing(List<LandedFile> more, Instant at) {
    List<LandedFile> all = new ArrayList<>(files.size() + more.size());
    all.addAll(files);
    all.addAll(more);
    return new Generation(
        id, step, all, record, firstLanded.or(() -> Optional.of(at)), Optional.of(at));
  }

  Generation becoming(Step next) {
    if (!step.canBecome(next)) {
      throw new IllegalEntryException(id + " cannot become " + next + ": it is " + step + ".");
    }
    return new Generation(id, next, files, record, firstLanded, lastLanded);
  }
}
