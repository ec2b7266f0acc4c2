package dev.tidemark.coordinator.audit;

import dev.tidemark.landing.TopicPartition;
import java.util.List;

/**
 * What an audit found as of one version of the log.
 *
 * @param complete whether all partitions were looked at, so that the sums can be compared
 * @param findings what must not be; none if every record is accounted for exactly once
 * @param notes what does no harm, such as files that no manifest names
 */
public record AuditReport(
    long version,
    boolean complete,
    List<Source> sources,
    Totals totals,
    List<Finding> findings,
    List<Finding> notes) {

  public AuditReport {
    sources = List.copyOf(sources);
    findings = List.copyOf(findings);
    notes = List.copyOf(notes);
  }

  /**
   * Offsets of one topic-partition: {@code landed - start = rows + nulls + lost + empty}.
   *
   * @param topic its name
   * @param name of the topic-partition; the topic's id is a part of it if the topic was replaced
   * @param replaced whether the topic was made anew after it, so that it is not read any more
   * @param start the first offset that was promised
   * @param landed the next one to be read
   * @param rows offsets with a line in a manifest
   * @param nulls offsets with a null value
   * @param lost offsets given up as gaps
   * @param empty offsets without a record: transaction markers, and what compaction removed
   */
  public record Source(
      TopicPartition source,
      String topic,
      String name,
      boolean replaced,
      long start,
      long landed,
      long rows,
      long nulls,
      long lost,
      long empty) {}

  /**
   * Rows of the partitions that were looked at: {@code landed = out + duplicates + quarantined +
   * waiting + kept}.
   *
   * @param waiting landed, and not in a published revision yet
   * @param kept came when retention had removed parts of its partition, and is in no revision
   */
  public record Totals(
      int partitions,
      long landed,
      long out,
      long duplicates,
      long quarantined,
      long waiting,
      long kept) {}

  /**
   * Something found.
   *
   * @param where a partition, a generation or a topic-partition
   */
  public record Finding(String where, String what) {}

  public boolean isClean() {
    return findings.isEmpty();
  }
}
