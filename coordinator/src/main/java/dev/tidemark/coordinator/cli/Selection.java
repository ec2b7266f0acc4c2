package dev.tidemark.coordinator.cli;

import dev.tidemark.coordinator.cli.OpenedDatasetCommand.Opened;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Publication;
import java.io.PrintWriter;
import java.util.List;
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

  /**
   * Those of the given ones that it means. Those whose archived files retention removed are passed
   * over, and named.
   *
   * @param configHash of the present configuration
   */
  List<PartitionSummary> of(
      List<PartitionSummary> range, Opened opened, Supplier<String> configHash, PrintWriter err) {
    return switch (this) {
      case FAILED -> range.stream().filter(p -> p.standing() == Standing.FAILED).toList();
      case MISSING ->
          range.stream().filter(p -> p.revision() == 0 && p.standing() != Standing.OPEN).toList();
      case ALL ->
          range.stream().filter(p -> p.revision() > 0 && hasItsFiles(p, opened, err)).toList();
      case OUTDATED -> {
        String present = configHash.get();
        yield ALL.of(range, opened, configHash, err).stream()
            .filter(p -> !hashOf(p, opened).equals(present))
            .toList();
      }
    };
  }

  private static String hashOf(PartitionSummary p, Opened opened) {
    return opened
        .operations()
        .partition(p.partition())
        .publication()
        .map(Publication::configHash)
        .orElse("");
  }

  private static boolean hasItsFiles(PartitionSummary p, Opened opened, PrintWriter err) {
    boolean expired =
        p.standing() == Standing.EXPIRED
            && !opened.operations().partition(p.partition()).expiredGenerations().isEmpty();
    if (expired) {
      err.println(p.partition() + ": its archived files have expired; it stays as it is.");
    }
    return !expired;
  }

  /** Has one of them done, by whichever coordinator looks next. */
  void ask(PartitionSummary p, Opened opened, String reason) {
    if (this == ALL || this == OUTDATED) {
      opened.operations().reprocess(p.partition(), reason);
    } else if (p.standing() == Standing.FAILED) {
      opened.operations().retry(p.partition(), reason);
    }
  }

  /** Whether what was asked for is done. */
  boolean isDone(PartitionSummary before, PartitionSummary now, PartitionState state) {
    if (this == ALL || this == OUTDATED || before.revision() == 0) {
      return now.revision() > before.revision();
    }
    return state.failure().isEmpty()
        && state.intended().isEmpty()
        && !state.wantsProcessing()
        && state.isClosed();
  }
}
