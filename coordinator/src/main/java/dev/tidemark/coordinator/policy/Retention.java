package dev.tidemark.coordinator.policy;

import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Says what of a partition has reached its age, from what is known of it and a clock alone. Only of
 * one at rest, so never of one that is not archived, held, pinned or about to be restated; and
 * never a generation that no revision holds, for then its events would be nowhere.
 */
public final class Retention {
  private final DatasetConfig dataset;
  private final RetentionConfig ages;

  public Retention(DatasetConfig dataset) {
    this.dataset = dataset;
    this.ages = dataset.retention();
  }

  /** Whether anything ever expires. */
  public boolean isOn() {
    return ages.removesAnything();
  }

  /** What is to be removed now; nothing is said of a base. */
  public Optional<LogEntry.Expire> due(PartitionState p, Instant now) {
    if (!p.isSettled() || p.publication().isEmpty()) {
      return Optional.empty();
    }
    Publication last = p.publication().get();
    Instant end = p.id().end(dataset.granularity());
    Instant from = last.at().filter(end::isBefore).orElse(end);
    boolean published = !p.isFinalExpired() && isPast(from, ages.published(), now);
    Optional<Long> replaced = published ? Optional.empty() : replaced(p, last, now);
    // Of an hour without events nothing was ever archived.
    SortedSet<Long> generations = new TreeSet<>();
    if (last.counts().in() > 0 && isPast(from, ages.archive(), now)) {
      generations.addAll(p.published());
      generations.removeAll(p.expiredGenerations());
    }
    return published || replaced.isPresent() || !generations.isEmpty()
        ? Optional.of(
            new LogEntry.Expire(p.id(), generations, published, replaced, Optional.empty()))
        : Optional.empty();
  }

  /** The version up to which replaced revisions have their age: that of what replaced the last. */
  private Optional<Long> replaced(PartitionState p, Publication last, Instant now) {
    List<Publication> replacing = new ArrayList<>(p.earlier());
    replacing.add(last);
    List<Publication> kept = p.kept();
    return replacing.stream()
        .skip(replacing.size() - kept.size())
        .filter(r -> r.at().filter(at -> isPast(at, ages.replaced(), now)).isPresent())
        .map(Publication::version)
        .reduce((a, b) -> b);
  }

  private static boolean isPast(Instant from, Optional<Duration> age, Instant now) {
    return age.filter(a -> !from.plus(a).isAfter(now)).isPresent();
  }
}
