package dev.tidemark.standalone.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * What is wanted of a run.
 *
 * @param faultsFor how long there are faults
 * @param directory for everything; it must not exist or be empty
 * @param home of the installation
 */
record ChaosPlan(long seed, Duration faultsFor, Set<FaultKind> kinds, Path directory, Path home) {
  /** By turns, so that both are seen in a row of seeds. */
  ClusterConfig.PartitionTime partitionTime() {
    return seed % 2 == 0 ? ClusterConfig.PartitionTime.RECORD : ClusterConfig.PartitionTime.EVENT;
  }
}
