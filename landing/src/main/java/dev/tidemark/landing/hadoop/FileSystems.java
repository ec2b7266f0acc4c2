package dev.tidemark.landing.hadoop;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** Opens the file system of a root. */
public final class FileSystems {
  private static final Set<String> OBJECT_STORES =
      Set.of("s3", "s3a", "s3n", "gs", "wasb", "wasbs", "oss");

  private FileSystems() {}

  @FunctionalInterface
  private interface Opening {
    LandingFileSystem open(URI root, Configuration configuration) throws IOException;
  }

  /** As {@link #open(URI, Configuration)}, with Hadoop's configuration from the class path. */
  public static LandingFileSystem open(URI root) {
    return open(root, new Configuration());
  }

  /**
   * Opens a root; it need not exist yet.
   *
   * @throws LandingException.NeedsOperator if the protocol cannot be kept on such a file system
   * @throws LandingException.Unavailable if it cannot be reached now
   */
  public static LandingFileSystem open(URI root, Configuration configuration) {
    return open(root, HadoopFiles::new, configuration);
  }

  /**
   * As {@link #open(URI, Configuration)}, for one who writes large files that others read from end
   * to end: see {@link LargeFiles}.
   */
  public static LandingFileSystem openForLargeFiles(URI root, Configuration configuration) {
    return open(root, LargeFiles::open, configuration);
  }

  private static LandingFileSystem open(URI root, Opening opening, Configuration configuration) {
    String scheme = root.getScheme() == null ? "file" : root.getScheme();
    if (OBJECT_STORES.contains(scheme)) {
      throw new LandingException.NeedsOperator(
          "The root "
              + root
              + " is on an object store, where a directory is renamed file by file and not at once, so "
              + "a crash leaves half of it behind. Use HDFS, a local directory, or another file system with "
              + "an atomic directory rename.");
    }
    if (scheme.equals("file")) {
      return new LocalFiles(Path.of(root.getPath()));
    }
    try {
      return opening.open(root, ShortWaits.in(configuration));
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "The file system of " + root + " cannot be reached: " + e.getMessage(), e);
    }
  }
}
