package dev.tidemark.landing.log;

import dev.tidemark.landing.PartitionId;
import java.util.TreeSet;

/**
 * The permanent record of a partition as of one version of the log: its manifests, counts and
 * revision.
 *
 * @param version of the log that is folded in
 */
public record PartitionRecord(long version, PartitionState state) {

  /** What an entry says of it when the partition comes back into the state. */
  public LogEntry.Base base() {
    return new LogEntry.Base(
        version,
        new TreeSet<>(state.generations().keySet()),
        state.publication(),
        state.revisions(),
        state.expiry(),
        state.skipped());
  }

  public PartitionId partition() {
    return state.id();
  }
}
