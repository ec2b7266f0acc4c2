package dev.tidemark.coordinator.simulation;

import dev.tidemark.landing.LandingZone;
import java.util.HashMap;
import java.util.Map;

/**
 * What temporary files add to the fingerprint of the root. Each is its writer's alone, so that what
 * it holds follows from its writer's history; one whose writer is gone nobody ever looks at.
 */
final class TemporaryFiles {
  private static final String PREFIX = LandingZone.temporaryDirectory() + "/";

  private final Map<String, Long> shares = new HashMap<>();
  private long sum;

  /** An operation changed the fingerprint by so much. */
  void note(Access access, long change) {
    if (change == 0 || !access.path().startsWith(PREFIX)) {
      return;
    }
    switch (access.kind()) {
      case CREATE, CLOSE -> {
        shares.merge(access.path(), change, Long::sum);
        sum += change;
      }
      case RENAME, DELETE_FILE -> sum -= shares.remove(access.path());
      default -> throw new IllegalStateException("Nobody does this: " + access);
    }
  }

  long sum() {
    return sum;
  }
}
