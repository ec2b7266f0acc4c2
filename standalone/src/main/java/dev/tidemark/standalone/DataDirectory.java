package dev.tidemark.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The directory of a pipeline in one process: a lock, so that only one runs in it, and the
 * configuration that it runs with, for commands that ask it something.
 */
public final class DataDirectory implements AutoCloseable {
  private static final String LOCK = "lock";
  private static final String CONFIG = "tidemark.yaml";

  private final Path directory;
  private final FileChannel channel;

  private DataDirectory(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * Takes the directory; it is made if it does not exist.
   *
   * @throws IllegalStateException if another process has it
   */
  public static DataDirectory take(Path directory) {
    try {
      Files.createDirectories(directory);
      FileChannel channel =
          FileChannel.open(
              directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!lock(channel)) {
        channel.close();
        throw new IllegalStateException(
            "Another process runs in "
                + directory
                + ". Stop it first, or choose another directory with --set standalone.data-dir=DIR.");
      }
      return new DataDirectory(directory, channel);
    } catch (IOException e) {
      throw new UncheckedIOException(directory + " cannot be used", e);
    }
  }

  /** The configuration of the process that runs in a directory, if one does. */
  public static Optional<Path> runningConfig(Path directory) {
    Path config = directory.resolve(CONFIG);
    if (!Files.exists(directory.resolve(LOCK)) || !Files.exists(config)) {
      return Optional.empty();
    }
    try (FileChannel channel =
        FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE)) {
      return lock(channel) ? Optional.empty() : Optional.of(config);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  public Path resolve(String name) {
    return directory.resolve(name);
  }

  /** Where {@link #writeConfig} writes. */
  public Path config() {
    return directory.resolve(CONFIG);
  }

  /** Writes the configuration that a process runs with. */
  public void writeConfig(String yaml) {
    try {
      // It may hold a secret that was given with --set, so it is its owner's alone from the start.
      Files.deleteIfExists(config());
      Files.createFile(
          config(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(config(), yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(config() + " cannot be written", e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
