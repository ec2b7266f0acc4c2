package dev.tidemark.coordinator.live;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.LogEntry.Counts;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A partition as a square of a grid. As JSON it is an array without names, for there are thousands
 * of them.
 *
 * @param state its standing, or {@link #EMPTY}, or {@link #RESTATED}
 * @param landed rows; of generations that were archived before it came back, as the published
 *     revision has them
 * @param firstPublished when its first revision was, if that is still known
 */
record Cell(
    PartitionId partition,
    String state,
    long out,
    long quarantined,
    int revision,
    long landed,
    int generations,
    List<String> flags,
    Optional<Instant> firstPublished) {

  /** Published or skipped, and nothing landed. */
  static final String EMPTY = "EMPTY";

  /** Published with late events in it. */
  static final String RESTATED = "RESTATED";

  Cell {
    flags = List.copyOf(flags);
  }

  /** From the state or the record alone, at a moment. */
  static Cell of(PartitionState p, Instant now) {
    Optional<Counts> counts =
        p.publication().filter(x -> !p.isFinalExpired()).map(Publication::counts);
    long landed = landed(p);
    return new Cell(
        p.id(),
        state(p, Standing.of(p, now), landed),
        counts.map(Counts::out).orElse(0L),
        counts.map(Counts::quarantined).orElse(0L),
        p.publication().map(Publication::revision).orElse(0),
        landed,
        p.generations().size(),
        flags(p),
        firstPublished(p));
  }

  private static String state(PartitionState p, Standing standing, long landed) {
    if (standing == Standing.SKIPPED) {
      return EMPTY;
    }
    if (standing != Standing.PUBLISHED && standing != Standing.ARCHIVED) {
      return standing.name();
    }
    return landed == 0 ? EMPTY : p.published().size() > 1 ? RESTATED : standing.name();
  }

  /** The files of what was archived before are in an earlier record; its rows were published. */
  private static long landed(PartitionState p) {
    boolean complete = p.generations().values().stream().allMatch(g -> g.record().isEmpty());
    long published = complete ? 0 : p.publication().map(x -> x.counts().in()).orElse(0L);
    return published
        + p.generations().values().stream()
            .filter(g -> complete || !p.published().contains(g.id().number()))
            .mapToLong(g -> g.manifest().rows())
            .sum();
  }

  private static List<String> flags(PartitionState p) {
    List<String> flags = new ArrayList<>();
    if ((p.publication().isPresent() || p.skipped().isPresent()) && hasLate(p)) {
      flags.add("late");
    }
    if (p.publication().filter(x -> x.revision() > 1).isPresent()) {
      flags.add("revised");
    }
    if (p.reprocess().isPresent() || p.wanted().isPresent()) {
      flags.add("requested");
    }
    if (p.pin().isPresent()) {
      flags.add("pinned");
    }
    if (p.failure().filter(f -> !f.last().waitsForPerson()).isPresent()) {
      flags.add("retried");
    }
    if (p.expiry().isPresent()) {
      flags.add("expired");
    }
    return flags;
  }

  private static boolean hasLate(PartitionState p) {
    return p.generations().values().stream()
        .filter(g -> !p.published().contains(g.id().number()))
        .anyMatch(g -> g.step() != Generation.Step.ARCHIVED || !g.files().isEmpty());
  }

  private static Optional<Instant> firstPublished(PartitionState p) {
    return Stream.concat(p.earlier().stream(), p.publication().stream())
        .filter(x -> x.revision() == 1)
        .findFirst()
        .flatMap(Publication::at);
  }

  /** Whether nothing landed, and nothing was to be published of that. */
  boolean isSkipped() {
    return revision == 0 && state.equals(EMPTY);
  }

  /** What the API's description says, in its order. */
  @JsonValue
  List<Object> values() {
    return List.of(partition, state, out, quarantined, revision, landed, generations, flags);
  }
}
