package dev.tidemark.landing.log;

import static dev.tidemark.landing.log.Fold.require;

import java.util.Collections;
import java.util.Optional;

/** What retention may remove of a partition, and what may not happen to it afterwards. */
final class ExpiryFold {
  private final LogRecord record;

  ExpiryFold(LogRecord record) {
    this.record = record;
  }

  PartitionState expire(PartitionState p, LogEntry.Expire e) {
    PartitionState known = e.base().map(p::withBase).orElse(p);
    require(
        known.isSettled(),
        "%s is not at rest: retention removes nothing of what is held, pinned, waits or is on its"
            + " way.",
        p.id());
    requireThere(known, e);
    return known
        .expiring(Optional.of(known.expiry().orElse(Expiry.NONE).and(e, record.version())))
        .claimed(Optional.empty())
        .barredAt(record.version());
  }

  private static void requireThere(PartitionState p, LogEntry.Expire e) {
    require(
        p.published().containsAll(e.generations())
            && Collections.disjoint(e.generations(), p.expiredGenerations()),
        "%s: of generations %s only published ones that are still archived can be removed.",
        p.id(),
        e.generations());
    require(!(e.published() && p.isFinalExpired()), "%s is removed from 'final' already.", p.id());
    require(
        !e.published() || p.publication().isPresent(),
        "%s: nothing was published that could be removed.",
        p.id());
    long newest = p.publication().map(Publication::version).orElse(-1L);
    long emptied = p.expiry().map(Expiry::replaced).orElse(-1L);
    require(
        e.replaced().filter(r -> r <= emptied || r > newest).isEmpty(),
        "%s: its replaced revisions are emptied up to version %s; %s is not between that and %s.",
        p.id(),
        emptied,
        e.replaced().orElse(-1L),
        newest);
    require(
        e.published() || e.replaced().isPresent() || !e.generations().isEmpty(),
        "%s: nothing is named that should be removed.",
        p.id());
  }

  PartitionState expired(PartitionState p, LogEntry.Expired e) {
    require(
        p.expiry().flatMap(Expiry::pending).equals(Optional.of(e.expire())),
        "%s: nothing is being removed by an entry at version %s.",
        p.id(),
        e.expire());
    return p.expiring(p.expiry().map(Expiry::done));
  }

  static void requireNotExpiring(PartitionState p) {
    require(
        !p.isExpiring(),
        "%s: retention is removing parts of it, by the entry at version %s; try again.",
        p.id(),
        p.expiry().flatMap(Expiry::pending).orElse(-1L));
  }

  /** A revision can only be made of files that are there. */
  static void requireSource(PartitionState p) {
    requireNotExpiring(p);
    require(
        p.expiredGenerations().isEmpty(),
        "%s cannot be processed again: retention has deleted its archived files%s.",
        p.id(),
        p.isFinalExpired() ? ", and what was published" : ". What is published stays");
  }
}
