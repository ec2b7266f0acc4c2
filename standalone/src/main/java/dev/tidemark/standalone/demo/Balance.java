package dev.tidemark.standalone.demo;

import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.landing.PartitionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * The count that catches most faults, per partition: records in Kafka = landed = final + duplicates
 * + quarantined.
 */
public record Balance(
    PartitionId partition,
    long kafka,
    long landed,
    long published,
    long duplicates,
    long quarantined) {

  /**
   * Puts the counts side by side, each taken where its rows are.
   *
   * @param kafka records by partition, from a consumer
   * @param partitions what the landing log says
   * @param published rows of each partition, counted in its Parquet files
   */
  public static List<Balance> of(
      SortedMap<PartitionId, Long> kafka,
      List<PartitionSummary> partitions,
      Map<PartitionId, Long> published) {
    TreeSet<PartitionId> ids = new TreeSet<>(kafka.keySet());
    partitions.stream().filter(p -> p.landed() > 0).forEach(p -> ids.add(p.partition()));
    List<Balance> balances = new ArrayList<>();
    for (PartitionId id : ids) {
      var summary = partitions.stream().filter(p -> p.partition().equals(id)).findFirst();
      balances.add(
          new Balance(
              id,
              kafka.getOrDefault(id, 0L),
              summary.map(PartitionSummary::landed).orElse(0L),
              published.getOrDefault(id, 0L),
              summary.map(PartitionSummary::duplicates).orElse(0L),
              summary.map(PartitionSummary::quarantined).orElse(0L)));
    }
    return balances;
  }

  /** The sum over all partitions; its partition is that of the first. */
  public static Balance total(List<Balance> all) {
    return new Balance(
        all.get(0).partition,
        all.stream().mapToLong(Balance::kafka).sum(),
        all.stream().mapToLong(Balance::landed).sum(),
        all.stream().mapToLong(Balance::published).sum(),
        all.stream().mapToLong(Balance::duplicates).sum(),
        all.stream().mapToLong(Balance::quarantined).sum());
  }

  public boolean addsUp() {
    return kafka == landed && landed == published + duplicates + quarantined;
  }
}
