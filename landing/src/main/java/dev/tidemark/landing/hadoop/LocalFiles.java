package dev.tidemark.landing.hadoop;

import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A root on a local disk. Hadoop's own local file system checks and then acts, so a rename could
 * replace what came between; here a file is renamed by a hard link, which fails when the target
 * exists, and a directory by {@code rename(2)}, which fails when the target holds something. Every
 * directory that is a rename's target in the protocol holds something from its first moment.
 */
final class LocalFiles implements LandingFileSystem {
  private static final int LOOKS = 5;

  private final Path root;

  LocalFiles(Path root) {
    this.root = root;
  }

  @Override
  public NewFile create(String path) throws IOException {
    Path file = resolve(path);
    return new LocalFile(
        file, FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW));
  }

  @Override
  public InputStream open(String path) throws IOException {
    return Files.newInputStream(resolve(path));
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (Stream<Path> paths = Files.list(resolve(directory))) {
      for (Path p : paths.sorted().toList()) {
        entry(p).ifPresent(entries::add);
      }
    } catch (NoSuchFileException e) {
      return List.of();
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  @Override
  public Optional<Entry> stat(String path) throws IOException {
    return entry(resolve(path));
  }

  @Override
  public Renamed rename(String source, String target) throws IOException {
    Path from = resolve(source);
    Path to = resolve(target);
    NoSuchFileException last = null;
    for (int look = 0; look < LOOKS; look++) {
      try {
        return Files.isDirectory(from) ? renameDirectory(from, to) : renameFile(from, to);
      } catch (NoSuchFileException e) {
        // What was not there a moment ago is there now: others rename too. Look again.
        last = e;
      }
    }
    throw last;
  }

  private static Renamed renameFile(Path from, Path to) throws IOException {
    try {
      Files.createLink(to, from);
    } catch (FileAlreadyExistsException e) {
      return afterTaken(from, to);
    } catch (NoSuchFileException e) {
      return missing(from, to, e);
    }
    sync(to.getParent());
    Files.deleteIfExists(from);
    sync(from.getParent());
    return Renamed.DONE;
  }

  /** The target is taken; by the source itself, if a rename stopped between its two halves. */
  private static Renamed afterTaken(Path from, Path to) throws IOException {
    try {
      if (Files.isSameFile(from, to)) {
        Files.deleteIfExists(from);
        sync(from.getParent());
        return Renamed.DONE;
      }
    } catch (NoSuchFileException e) {
      return exists(from) ? Renamed.TARGET_EXISTS : Renamed.SOURCE_MISSING;
    }
    return Renamed.TARGET_EXISTS;
  }

  private static Renamed renameDirectory(Path from, Path to) throws IOException {
    if (exists(to)) {
      return exists(from) ? Renamed.TARGET_EXISTS : Renamed.SOURCE_MISSING;
    }
    try {
      if (isEmpty(from)) {
        throw new IOException("An empty directory is not renamed: " + from);
      }
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (DirectoryNotEmptyException | FileAlreadyExistsException e) {
      return Renamed.TARGET_EXISTS;
    } catch (NoSuchFileException e) {
      return missing(from, to, e);
    } catch (AccessDeniedException e) {
      throw e;
    } catch (FileSystemException e) {
      // rename(2) onto a directory that holds something says ENOTEMPTY, which has no class of its
      // own.
      if (exists(from) && exists(to)) {
        return Renamed.TARGET_EXISTS;
      }
      throw e;
    }
    sync(to.getParent());
    sync(from.getParent());
    return Renamed.DONE;
  }

  private static Renamed missing(Path from, Path to, NoSuchFileException e) throws IOException {
    if (!exists(from)) {
      return Renamed.SOURCE_MISSING;
    }
    if (!exists(to.getParent())) {
      return Renamed.PARENT_MISSING;
    }
    throw e;
  }

  @Override
  public void makeDirectories(String directory) throws IOException {
    Path path = resolve(directory);
    if (Files.isDirectory(path)) {
      return;
    }
    Path above = path;
    List<Path> toSync = new ArrayList<>();
    while (above != null && !exists(above)) {
      above = above.getParent();
      toSync.add(above);
    }
    Files.createDirectories(path);
    for (Path p : toSync) {
      sync(p);
    }
  }

  @Override
  public boolean deleteFile(String path) throws IOException {
    Path file = resolve(path);
    return !Files.isDirectory(file) && Files.deleteIfExists(file);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) throws IOException {
    Path path = resolve(directory);
    try {
      return Files.isDirectory(path) && Files.deleteIfExists(path);
    } catch (DirectoryNotEmptyException e) {
      return false;
    }
  }

  @Override
  public void deleteTree(String directory) throws IOException {
    Path top = resolve(directory);
    if (!exists(top)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(top)) {
      for (Path p : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    } catch (UncheckedIOException e) {
      // So a stream says that a directory went away while it was walked.
      throw e.getCause();
    }
  }

  @Override
  public Optional<Instant> modified(String path) throws IOException {
    return Optional.of(Files.getLastModifiedTime(resolve(path)).toInstant());
  }

  @Override
  public OptionalLong free() throws IOException {
    return OptionalLong.of(Files.getFileStore(root).getUsableSpace());
  }

  private Path resolve(String path) {
    return path.isEmpty() ? root : root.resolve(path);
  }

  private static Optional<Entry> entry(Path path) throws IOException {
    try {
      boolean directory = Files.isDirectory(path);
      long length = directory ? 0 : Files.size(path);
      return Optional.of(new Entry(path.getFileName().toString(), directory, length));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static boolean exists(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.findAny().isEmpty();
    }
  }

  /** A name is durable only when its directory is synced. */
  private static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (NoSuchFileException e) {
      // Renamed away meanwhile, by one who syncs it there.
    }
  }

  private static final class LocalFile extends NewFile {
    private final Path path;
    private final FileChannel channel;
    private long length;

    LocalFile(Path path, FileChannel channel) {
      this.path = path;
      this.channel = channel;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, count);
      while (buffer.hasRemaining()) {
        length += channel.write(buffer);
      }
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public void close() throws IOException {
      if (channel.isOpen()) {
        try (channel) {
          channel.force(true);
        }
        sync(path.getParent());
      }
    }
  }
}
