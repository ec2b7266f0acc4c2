package dev.tidemark.coordinator.operations;

import dev.tidemark.landing.PartitionId;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Whether a partition has lines in quarantine for one reason.
 *
 * @param reason all of it
 * @param counts rows by reason, asked of those only that have lines in quarantine
 */
public record QuarantinedFor(String reason, Function<PartitionId, Map<String, Long>> counts)
    implements Predicate<PartitionSummary> {
  @Override
  public boolean test(PartitionSummary p) {
    return p.revision() > 0
        && p.quarantined() > 0
        && counts.apply(p.partition()).containsKey(reason);
  }
}
