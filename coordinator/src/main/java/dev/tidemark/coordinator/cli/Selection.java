package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.operations.DatasetAccess;
import dev.tidemark.coordinator.operations.PartitionDetails;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import dev.tidemark.coordinator.operations.ReprocessPlan;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Which partitions of a range are to be processed again. */
enum Selection {
  /** Every published one. */
  ALL,

  /** Those of which something failed; it is tried again. */
  FAILED,

  /** Those that are closed and not published; what failed of them is tried again. */
  MISSING,

  /** Those that were published with another configuration than the present one. */
  OUTDATED;

  /** How those stand of which no revision is missing. */
  private static final Set<Standing> NOT_EXPECTED = EnumSet.of(Standing.OPEN, Standing.SKIPPED);

  /**
   * Those of the given ones that it means; those whose archived files retention removed are passed
   * over.
   *
   * @param configHash of the present configuration
   */
  ReprocessPlan of(
      List<PartitionSummary> range, DatasetAccess access, Supplier<String> configHash) {
    return switch (this) {
      case FAILED ->
          new ReprocessPlan(
              range.stream().filter(p -> p.standing() == Standing.FAILED).toList(), List.of());
      case MISSING ->
          new ReprocessPlan(
              range.stream()
                  .filter(p -> p.revision() == 0 && !NOT_EXPECTED.contains(p.standing()))
                  .toList(),
              List.of());
      case ALL ->
          ReprocessPlan.of(range, id -> !access.details(id).state().expiredGenerations().isEmpty());
      case OUTDATED -> {
        String present = configHash.get();
        ReprocessPlan all = ALL.of(range, access, configHash);
        yield new ReprocessPlan(
            all.partitions().stream().filter(p -> !hashOf(p, access).equals(present)).toList(),
            all.passedOver());
      }
    };
  }

  private static String hashOf(PartitionSummary p, DatasetAccess access) {
    return access
        .details(p.partition())
        .state()
        .publication()
        .map(Publication::configHash)
        .orElse("");
  }

  /** Has one of them done, by whichever coordinator looks next. */
  void ask(PartitionSummary p, DatasetAccess access, String reason) {
    if (this == ALL || this == OUTDATED) {
      access.reprocess(p.partition(), reason);
    } else if (p.standing() == Standing.FAILED) {
      access.retry(p.partition(), reason);
    }
  }

  /** Whether what was asked for is done. */
  boolean isDone(PartitionSummary before, PartitionDetails now) {
    if (this == ALL || this == OUTDATED || before.revision() == 0) {
      return now.summary().revision() > before.revision();
    }
    PartitionState state = now.state();
    return state.failure().isEmpty()
        && state.intended().isEmpty()
        && !state.wantsProcessing()
        && state.isClosed();
  }
}
