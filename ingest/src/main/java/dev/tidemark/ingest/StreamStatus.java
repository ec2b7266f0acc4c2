package dev.tidemark.ingest;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Where the stream of a dataset stands.
 *
 * @param reason why it does not run, if it does not
 * @param since when it came there
 */
record StreamStatus(State state, Instant since, Optional<String> reason) {
  /** The states; only {@link #isWell} ones need nobody's attention. */
  enum State {
    /** On its way; Kafka and the root are being looked at. */
    STARTING,
    /** Landing. */
    RUNNING,
    /** Ready, while another process lands the dataset. */
    STANDBY,
    /** It died because something was away, and is started again after a pause. */
    WAITING,
    /** It died for a reason that does not pass; the process ends. */
    FAILED,
    /** Told to stop. */
    STOPPED;

    boolean isWell() {
      return this == RUNNING || this == STANDBY;
    }

    /** As JSON has it. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
