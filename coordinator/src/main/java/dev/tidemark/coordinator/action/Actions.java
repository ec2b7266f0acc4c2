package dev.tidemark.coordinator.action;

import dev.tidemark.coordinator.policy.Due;
import dev.tidemark.landing.LandingException;

/** Everything the coordinator can do to a partition, one action each. */
public final class Actions {
  private final Close close;
  private final PrepareGeneration prepare;
  private final ProcessPartition process;
  private final PublishRevision publish;
  private final ArchiveGeneration archive;
  private final ExpirePartition expire;

  public Actions(
      Close close,
      PrepareGeneration prepare,
      ProcessPartition process,
      PublishRevision publish,
      ArchiveGeneration archive,
      ExpirePartition expire) {
    this.close = close;
    this.prepare = prepare;
    this.process = process;
    this.publish = publish;
    this.archive = archive;
    this.expire = expire;
  }

  /**
   * Does what is due. Another actor may have done it first; then nothing happens.
   *
   * @throws LandingException if it could not be done; what the type says of the caller's choices
   *     holds
   */
  public void run(Due due) {
    if (due instanceof Due.Close d) {
      close.run(d.generation(), d.reason());
    } else if (due instanceof Due.Prepare d) {
      prepare.run(d.generation());
    } else if (due instanceof Due.Revise d) {
      process.run(d.partition());
    } else if (due instanceof Due.Publish d) {
      publish.run(d.partition());
    } else if (due instanceof Due.Archive d) {
      archive.run(d.generation());
    } else if (due instanceof Due.Expire d) {
      expire.run(d.partition());
    }
  }

  /** Renews the claims of what is being processed. */
  public void renewClaims() {
    process.renewClaims();
  }
}
