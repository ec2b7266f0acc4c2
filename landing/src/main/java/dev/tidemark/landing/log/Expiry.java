package dev.tidemark.landing.log;

import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What retention has removed of a partition, or is about to. From the {@code expire} entry on it
 * counts as gone, whatever of it still stands there.
 *
 * @param generations deleted from {@code archive}
 * @param published whether what was published is gone from {@code final}
 * @param replaced every directory of {@code final/.replaced} up to this version is emptied; -1 for
 *     none
 * @param pending version of the {@code expire} entry whose deletes are not known to be done
 */
public record Expiry(
    SortedSet<Long> generations, boolean published, long replaced, Optional<Long> pending) {

  static final Expiry NONE = new Expiry(new TreeSet<>(), false, -1, Optional.empty());

  /** With what an entry at that version removes. */
  Expiry and(LogEntry.Expire e, long version) {
    SortedSet<Long> all = new TreeSet<>(generations);
    all.addAll(e.generations());
    // What is published is put away under the entry's version, and goes with all before it.
    return new Expiry(
        all,
        published || e.published(),
        e.published() ? version : Math.max(replaced, e.replaced().orElse(-1L)),
        Optional.of(version));
  }

  Expiry done() {
    return new Expiry(generations, published, replaced, Optional.empty());
  }

  /** Something is published again; a marker stands for what was not there to be replaced. */
  Expiry publishing(long version) {
    return published ? new Expiry(generations, false, version, pending) : this;
  }

  /**
   * The name in {@code final/.replaced} that what was published still has to be put away under, if
   * the pending entry says so: its version.
   */
  public Optional<Long> puttingAway() {
    return pending.filter(version -> published && replaced == version);
  }
}
