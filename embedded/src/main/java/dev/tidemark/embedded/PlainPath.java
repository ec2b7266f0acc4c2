package dev.tidemark.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * A path for a directory that Hadoop can work with: the directory's own, or, where that has white
 * space or other special characters, a symbolic link to it. (A DataNode takes its directory, as a
 * URI, for a format string: every {@code %20} ends its registration.)
 */
final class PlainPath implements AutoCloseable {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/._=+@~-]+");

  private final Path path;
  private final boolean link;

  private PlainPath(Path path, boolean link) {
    this.path = path;
    this.link = link;
  }

  /** Makes the directory if need be, and the link if need be. */
  static PlainPath to(Path directory) throws IOException {
    Files.createDirectories(directory);
    if (PLAIN.matcher(directory.toString()).matches()) {
      return new PlainPath(directory, false);
    }
    Path link = Files.createTempDirectory("tidemark-hdfs-").resolve("data");
    return new PlainPath(Files.createSymbolicLink(link, directory), true);
  }

  Path path() {
    return path;
  }

  /** Removes the link, if there is one; the directory stays. */
  @Override
  public void close() throws IOException {
    if (link) {
      Files.deleteIfExists(path);
      Files.deleteIfExists(path.getParent());
    }
  }
}
