package dev.tidemark.landing.fs;

import dev.tidemark.landing.LandingZone;
import java.io.IOException;
import java.util.UUID;

/**
 * Tries on a root whether it takes a file, as it would an entry of the log. Leaves nothing behind.
 */
public final class WriteProbe {
  private WriteProbe() {}

  /** What is asked of the file while it is there. */
  @FunctionalInterface
  public interface Look<T> {
    T at(String path) throws IOException;
  }

  /**
   * Writes a file of one byte and deletes it.
   *
   * @throws IOException if it could not be written, with the file system's reason
   */
  public static void require(LandingFileSystem files) throws IOException {
    with(files, path -> path);
  }

  /**
   * Likewise, and looks at it in between.
   *
   * @throws IOException if it could not be written or looked at
   */
  public static <T> T with(LandingFileSystem files, Look<T> look) throws IOException {
    String path = LandingZone.temporary("probe-" + UUID.randomUUID());
    files.makeDirectories(LandingZone.temporaryDirectory());
    files.writeOrRemove(path, new byte[] {1});
    try {
      return look.at(path);
    } finally {
      files.deleteFile(path);
    }
  }
}
