package dev.tidemark.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory of a benchmark's own, gone when it is closed. */
public record TemporaryDirectory(Path path) implements AutoCloseable {
  /** Makes one in another directory. */
  public static TemporaryDirectory in(Path parent) throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory(parent, "tidemark-bench"));
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> paths = Files.walk(path)) {
      for (Path p : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    }
  }
}
