package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A dataset, as a person who asks and tells has it: the same whether it is the landing log itself
 * or a coordinator's API. What is not possible as things stand is a {@link RefusedException}.
 */
public interface DatasetAccess {

  /**
   * A partition as the user writes it.
   *
   * @throws IllegalArgumentException if it is none
   */
  PartitionId parse(String text);

  /** A text whose commands name the dataset, where there are several. */
  String advise(String text);

  // What is asked.

  /** The newest version of the log. */
  long version();

  /** Every partition from {@code from} until {@code to}, both included, where they are given. */
  List<PartitionSummary> partitions(Optional<PartitionId> from, Optional<PartitionId> to);

  /** The partitions that log entries after a version are about. */
  default PartitionChanges changedSince(long version) {
    SortedMap<PartitionId, PartitionChanges.Change> changed = new TreeMap<>();
    PartitionChanges page = someChangedSince(version);
    page.partitions().forEach(c -> changed.put(c.partition(), c));
    while (page.isCutShort()) {
      page = someChangedSince(page.version());
      page.partitions().forEach(c -> changed.put(c.partition(), c));
    }
    return new PartitionChanges(page.version(), page.newest(), List.copyOf(changed.values()));
  }

  /** Likewise, of as many entries as are looked through at once. */
  PartitionChanges someChangedSince(long version);

  PartitionDetails details(PartitionId id);

  Explanation explain(PartitionId id);

  /**
   * Entries of the log, in order.
   *
   * @param from the first; the oldest that is left, if that one is gone
   * @return some; none if there are none from there on
   */
  LogTail.Tail log(long from);

  /**
   * Why lines of published partitions of a range could not be processed, the commonest reason
   * first.
   *
   * @param reason a part of it
   */
  List<QuarantineReason> quarantine(
      Optional<PartitionId> from, Optional<PartitionId> to, String reason);

  /**
   * Those lines. All of a partition's are of one revision.
   *
   * @param taker says whether it wants more
   * @throws RefusedException if another revision was published while they were read
   */
  default void quarantined(
      Optional<PartitionId> from,
      Optional<PartitionId> to,
      String reason,
      Predicate<QuarantinedRow> taker) {
    for (PartitionSummary p : partitions(from, to)) {
      Optional<String> cursor = Optional.empty();
      boolean more = p.revision() > 0 && p.quarantined() > 0;
      while (more) {
        QuarantinePage page = quarantined(p.partition(), reason, cursor);
        if (!page.rows().stream().allMatch(taker)) {
          return;
        }
        cursor = page.next();
        more = cursor.isPresent();
      }
    }
  }

  /**
   * Some of those of one partition.
   *
   * @param cursor {@code next} of the page before
   * @throws RefusedException if another revision was published since that page
   */
  QuarantinePage quarantined(PartitionId id, String reason, Optional<String> cursor);

  // What is told. Why goes into the log.

  void hold(PartitionId id, String reason);

  void release(PartitionId id, String reason);

  void retry(PartitionId id, String reason);

  void close(PartitionId id, String reason);

  void reprocess(PartitionId id, String reason);

  /**
   * Has a copy of an earlier revision published.
   *
   * @param number of it; without one, the newest
   * @return what is brought back
   */
  BroughtBack rollback(PartitionId id, Optional<Integer> number, String reason);
}
