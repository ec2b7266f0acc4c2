package dev.tidemark.standalone.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The wall clock of a program, which can be set while it runs: libfaketime, preloaded, reads how
 * far it is off from a file, every second. The monotonic clock goes on as it is.
 */
final class SteppedClock {
  private static final List<Path> PLACES =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib64/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/faketime/libfaketimeMT.so.1"));

  private final Path file;
  private final Map<String, String> environment;

  private SteppedClock(Path file, Map<String, String> environment) throws IOException {
    this.file = file;
    this.environment = environment;
    set(Duration.ZERO);
  }

  /** One that can be set. A program with it takes several times as long to start. */
  static SteppedClock settable(Path file) throws IOException {
    return new SteppedClock(
        file, library().map(library -> environment(library, file)).orElse(Map.of()));
  }

  /** The system's own, whatever it is set to. */
  static SteppedClock right(Path file) throws IOException {
    return new SteppedClock(file, Map.of());
  }

  /** Where the library is, if it is installed. */
  static Optional<Path> library() {
    return PLACES.stream().filter(Files::exists).findFirst();
  }

  private static Map<String, String> environment(Path library, Path file) {
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "FAKETIME_TIMESTAMP_FILE", file.toString(),
        "FAKETIME_CACHE_DURATION", "1",
        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
        "DONT_FAKE_MONOTONIC", "1",
        "NO_FAKE_STAT", "1");
  }

  /** Removes what the library leaves in shared memory when its process is killed. */
  static void forget(long pid) throws IOException {
    Files.deleteIfExists(Path.of("/dev/shm/faketime_shm_" + pid));
    Files.deleteIfExists(Path.of("/dev/shm/sem.faketime_sem_" + pid));
  }

  /** For the program that is to have this clock. */
  Map<String, String> environment() {
    return environment;
  }

  /** Sets the clock ahead of the right time, or back if the step is negative. */
  void set(Duration step) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, (step.isNegative() ? "" : "+") + step.toSeconds() + "\n");
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
