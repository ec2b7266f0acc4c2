package dev.tidemark.landing.check;

import dev.tidemark.landing.WithoutTrace;
import java.util.Optional;

/** Tells from an error that a disk is full or a quota used up, whichever file system says so. */
final class NoRoom {
  private NoRoom() {}

  /** What the file system said of it, in a line. */
  static Optional<String> among(Throwable error) {
    for (Throwable e = error; e != null; e = e.getCause()) {
      // HDFS's exceptions come from a remote server, and their classes are not known here.
      String said = e.toString();
      if (said.contains("QuotaExceededException")
          || said.contains("No space left on device")
          || said.contains("could only be written to 0 of the")) {
        return Optional.of(WithoutTrace.of(said));
      }
    }
    return Optional.empty();
  }
}
