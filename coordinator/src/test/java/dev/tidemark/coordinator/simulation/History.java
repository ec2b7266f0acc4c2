package dev.tidemark.coordinator.simulation;

import java.time.Instant;

/**
 * What one life of an actor has learnt, from which follows what it does next. A look that failed
 * and was then repeated is forgotten: who asks the same again has concluded nothing from the
 * failure.
 */
final class History {
  private Digest digest = new Digest();
  private Digest beforeFailure = digest;
  private Access failed;

  History() {}

  /** Of one who knows nothing but that it is not its first life. */
  History(int lives) {
    digest.add(lives);
  }

  /**
   * An operation of its own.
   *
   * @param at when, for it may have looked at its clock before or after
   */
  void note(Access access, Object result, Instant at) {
    if (access.equals(failed)) {
      digest = beforeFailure;
    }
    failed = null;
    if (result instanceof Effect && access.kind().onlyLooks()) {
      failed = access;
      beforeFailure = digest.copy();
    }
    digest.add(at.toEpochMilli()).add(access.kind().name()).add(access.path()).add(access.target());
    if (result instanceof byte[] contents) {
      digest.add(contents);
    } else {
      digest.add(result.toString());
    }
  }

  long digest() {
    return digest.value();
  }
}
