package dev.tidemark.standalone.chaos;

import dev.tidemark.landing.config.ProgramClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/** The wall clock of a program, which can be set while it runs. */
final class SteppedClock {
  private final Path file;

  /**
   * A right one.
   *
   * @param file that the program reads how far it is off from
   */
  SteppedClock(Path file) throws IOException {
    this.file = file;
    set(Duration.ZERO);
  }

  /** For the virtual machine of the program that is to have this clock. */
  String option() {
    return "-D" + ProgramClock.STEP_FILE + "=" + file;
  }

  /** Sets the clock ahead of the right time, or back if the step is negative. */
  void set(Duration step) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, Long.toString(step.toSeconds()));
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
