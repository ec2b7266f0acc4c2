package dev.tidemark.standalone.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What a run did, and how it ended.
 *
 * @param ended members that ended by themselves and were started again, with their exit codes
 * @param seconds of the whole run, start and drain included
 * @param directory where the logs are, if they were kept
 */
record Report(
    long seed,
    Duration faultsFor,
    ClusterConfig.PartitionTime partitionTime,
    List<Recovered> faults,
    SortedMap<String, List<Integer>> ended,
    Counts counts,
    List<Usage> usage,
    List<Evidence.Leftovers> leftovers,
    long seconds,
    String directory,
    List<String> findings) {

  /**
   * How much there was of what.
   *
   * @param failures requests that were not answered with 2xx
   * @param published rows in {@code final}
   * @param revisions that were published
   * @param restated late generations that were closed
   * @param retried hours that an operator had to have tried again at the end
   */
  record Counts(
      long requests,
      long failures,
      long repeats,
      long acknowledged,
      long published,
      long quarantined,
      long rejected,
      int partitions,
      long revisions,
      long restated,
      int retried) {}

  static Counts counts(Evidence e, LogWatch log) {
    return new Counts(
        e.ledger().requests(),
        e.ledger().failures(),
        e.ledger().repeats(),
        e.ledger().acknowledged().size() + (long) e.ledger().acknowledgedBad().size(),
        e.published().size(),
        e.quarantined().size(),
        e.rejected().size(),
        (int) e.published().stream().map(Place::partition).distinct().count(),
        log.published(),
        log.restated(),
        e.retried());
  }

  boolean holds() {
    return findings.isEmpty();
  }

  int made() {
    return faults.stream().mapToInt(Recovered::times).sum();
  }

  /** Members that ended by themselves, in a few words. */
  static String inWords(Map<String, List<Integer>> ended) {
    return String.join(
        ", ", ended.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }
}
