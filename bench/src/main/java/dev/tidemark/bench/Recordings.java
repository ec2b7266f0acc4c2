package dev.tidemark.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What Java's Flight Recorder leaves of a program, where that is asked for. */
public final class Recordings {
  private Recordings() {}

  /** Options of a Java virtual machine that records to {@code <label>.jfr}. */
  public static List<String> options(Optional<Path> directory, String label) {
    if (directory.isEmpty()) {
      return List.of();
    }
    try {
      Path made = Files.createDirectories(directory.get().toAbsolutePath());
      return List.of(
          "-XX:StartFlightRecording=settings=profile,filename=" + made.resolve(label + ".jfr"));
    } catch (IOException e) {
      throw new UncheckedIOException(directory.get() + " cannot be made", e);
    }
  }
}
