package dev.tidemark.landing.fs;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The few file operations that the landing protocol rests on. Paths are relative to a root and use
 * {@code /}.
 *
 * <p>An expected outcome is a value; {@link IOException} means that the outcome is
 * <em>unknown</em>: the operation may have been done, or may yet be. Callers look again before they
 * decide anything.
 */
public interface LandingFileSystem {

  /** What became of a rename. Only {@link #DONE} changed anything. */
  enum Renamed {
    DONE,
    SOURCE_MISSING,
    /** Something, a file or a directory, even an empty one, has the target's name. */
    TARGET_EXISTS,
    /** The directory that the target would stand in does not exist. */
    PARENT_MISSING
  }

  /** A file or directory. {@code length} is 0 for a directory. */
  record Entry(String name, boolean directory, long length) {}

  /**
   * A new file, open for writing. {@link #close} makes it durable before it returns: contents are
   * synced, and so is the directory where the file system needs that. A file whose close failed, or
   * never came, may exist with any part of its contents.
   */
  abstract class NewFile extends OutputStream {
    /** Bytes written so far. */
    public abstract long length();
  }

  /**
   * Creates a file. Never creates its directory and never replaces anything.
   *
   * @throws java.nio.file.FileAlreadyExistsException if something has that name
   * @throws java.nio.file.NoSuchFileException if its directory does not exist
   */
  NewFile create(String path) throws IOException;

  /**
   * Opens a file.
   *
   * @throws java.nio.file.NoSuchFileException if it does not exist
   */
  InputStream open(String path) throws IOException;

  /** What stands in a directory, in order of name; nothing if it does not exist. */
  List<Entry> list(String directory) throws IOException;

  /** What stands at a path. */
  Optional<Entry> stat(String path) throws IOException;

  /**
   * Renames a file or a directory with all it holds, atomically. Never replaces, never nests, never
   * creates a parent. A missing source is reported before a taken target. A source directory must
   * hold something.
   */
  Renamed rename(String source, String target) throws IOException;

  /** Makes a directory and those above it; one that exists is left alone. */
  void makeDirectories(String directory) throws IOException;

  /** Removes a file; false if it was not there. */
  boolean deleteFile(String path) throws IOException;

  /** Removes a directory if it is empty; false if it was not there or held something. */
  boolean deleteEmptyDirectory(String directory) throws IOException;

  /** Removes a directory with all it holds; nothing happens if it does not exist. */
  void deleteTree(String directory) throws IOException;

  /** When a file was written, by the file system's own clock, if it says so. */
  default Optional<Instant> modified(String path) throws IOException {
    return Optional.empty();
  }

  /** Bytes that can still be written, if the file system says so. */
  default OptionalLong free() throws IOException {
    return OptionalLong.empty();
  }

  /** The contents of a small file. */
  default byte[] read(String path) throws IOException {
    try (InputStream in = open(path)) {
      return in.readAllBytes();
    }
  }

  /** Writes a new small file as {@link #create} does. */
  default void write(String path, byte[] contents) throws IOException {
    try (NewFile file = create(path)) {
      file.write(contents);
    }
  }

  /**
   * Likewise, under a name that is the caller's alone: a file that was begun and could not be
   * written is removed. Where there is no room its name is there all the same, and whoever tries
   * again and again would fill a directory with empty files.
   */
  default void writeOrRemove(String path, byte[] contents) throws IOException {
    NewFile created = create(path);
    try (NewFile file = created) {
      file.write(contents);
    } catch (IOException e) {
      try {
        deleteFile(path);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }
}
