package dev.tidemark.landing.fs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A file system in memory that behaves as the contract says, for tests and simulation. Before every
 * operation it asks its {@link Fault}, which may throw, before or after the operation took effect.
 */
public final class MemoryFileSystem implements LandingFileSystem {

  /** Decides what becomes of one operation. */
  @FunctionalInterface
  public interface Fault {
    /** What happens to an operation. */
    enum Effect {
      NONE,
      /** It fails and nothing was done. */
      FAIL_BEFORE,
      /** It is done and yet reported as failed. */
      FAIL_AFTER
    }

    Effect on(String operation, String path);
  }

  private static final byte[] DIRECTORY = new byte[0];
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  // A directory's value is the one object DIRECTORY; the root is "".
  private final NavigableMap<String, byte[]> tree = new TreeMap<>();
  private final Fault fault;
  private long fingerprint;

  public MemoryFileSystem() {
    this((operation, path) -> Fault.Effect.NONE);
  }

  public MemoryFileSystem(Fault fault) {
    this.fault = fault;
    put("", DIRECTORY);
  }

  private MemoryFileSystem(NavigableMap<String, byte[]> tree, long fingerprint) {
    this();
    this.tree.putAll(tree);
    this.fingerprint = fingerprint;
  }

  /** Another file system that holds the same now, and whose operations do not fail. */
  public MemoryFileSystem copy() {
    synchronized (tree) {
      return new MemoryFileSystem(tree, fingerprint);
    }
  }

  /**
   * A hash over every path and its contents, whatever operations led there, so that a search over
   * many histories knows a tree that it has seen.
   */
  public long fingerprint() {
    synchronized (tree) {
      return fingerprint;
    }
  }

  /** An operation on the tree. */
  private interface Operation<T> {
    T run() throws IOException;
  }

  private <T> T run(String name, String path, Operation<T> operation) throws IOException {
    Fault.Effect effect = fault.on(name, path);
    if (effect == Fault.Effect.FAIL_BEFORE) {
      throw new IOException(name + " " + path + " failed");
    }
    T result;
    synchronized (tree) {
      result = operation.run();
    }
    if (effect == Fault.Effect.FAIL_AFTER) {
      throw new IOException(name + " " + path + " was done, but its reply was lost");
    }
    return result;
  }

  @Override
  public NewFile create(String path) throws IOException {
    return run(
        "create",
        path,
        () -> {
          if (tree.containsKey(path)) {
            throw new FileAlreadyExistsException(path);
          }
          if (!isDirectory(parent(path))) {
            throw new NoSuchFileException(path);
          }
          put(path, new byte[0]);
          return new MemoryFile(path);
        });
  }

  @Override
  public InputStream open(String path) throws IOException {
    return run(
        "open",
        path,
        () -> {
          byte[] contents = tree.get(path);
          if (contents == null || contents == DIRECTORY) {
            throw new NoSuchFileException(path);
          }
          return new ByteArrayInputStream(contents);
        });
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    return run(
        "list",
        directory,
        () -> {
          List<Entry> entries = new ArrayList<>();
          below(directory)
              .forEach(
                  (path, contents) -> {
                    String name = path.substring(directory.length() + 1);
                    if (!name.contains("/")) {
                      entries.add(entry(name, contents));
                    }
                  });
          return entries;
        });
  }

  @Override
  public Optional<Entry> stat(String path) throws IOException {
    return run(
        "stat",
        path,
        () ->
            Optional.ofNullable(tree.get(path))
                .map(contents -> entry(path.substring(path.lastIndexOf('/') + 1), contents)));
  }

  @Override
  public Renamed rename(String source, String target) throws IOException {
    return run("rename", source, () -> renameNow(source, target));
  }

  private Renamed renameNow(String source, String target) throws IOException {
    if (!tree.containsKey(source)) {
      return Renamed.SOURCE_MISSING;
    }
    if (tree.containsKey(target)) {
      return Renamed.TARGET_EXISTS;
    }
    if (!isDirectory(parent(target))) {
      return Renamed.PARENT_MISSING;
    }
    if (isDirectory(source) && below(source).isEmpty()) {
      throw new IOException("An empty directory is not renamed: " + source);
    }
    NavigableMap<String, byte[]> moved = new TreeMap<>(below(source));
    moved.put(source, tree.get(source));
    moved.forEach((path, contents) -> put(target + path.substring(source.length()), contents));
    moved.keySet().forEach(this::remove);
    return Renamed.DONE;
  }

  @Override
  public void makeDirectories(String directory) throws IOException {
    run(
        "makeDirectories",
        directory,
        () -> {
          for (String d = directory; !d.isEmpty(); d = parent(d)) {
            if (tree.containsKey(d) && !isDirectory(d)) {
              throw new FileAlreadyExistsException(d);
            }
          }
          for (String d = directory; !d.isEmpty(); d = parent(d)) {
            put(d, DIRECTORY);
          }
          return null;
        });
  }

  @Override
  public boolean deleteFile(String path) throws IOException {
    return run("deleteFile", path, () -> !isDirectory(path) && remove(path));
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) throws IOException {
    return run(
        "deleteEmptyDirectory",
        directory,
        () -> isDirectory(directory) && below(directory).isEmpty() && remove(directory));
  }

  @Override
  public void deleteTree(String directory) throws IOException {
    run(
        "deleteTree",
        directory,
        () -> {
          List.copyOf(below(directory).keySet()).forEach(this::remove);
          return remove(directory);
        });
  }

  private void put(String path, byte[] contents) {
    remove(path);
    tree.put(path, contents);
    fingerprint += hash(path, contents);
  }

  /** Whether there was something. */
  private boolean remove(String path) {
    byte[] contents = tree.remove(path);
    if (contents == null) {
      return false;
    }
    fingerprint -= hash(path, contents);
    return true;
  }

  /** By 64 bits, and mixed, since these are added up. */
  private static long hash(String path, byte[] contents) {
    long hash = contents == DIRECTORY ? 1 : 2;
    for (int i = 0; i < path.length(); i++) {
      hash = hash * PRIME + path.charAt(i);
    }
    for (byte b : contents) {
      hash = hash * PRIME + b;
    }
    return (hash ^ (hash >>> 32)) * PRIME;
  }

  private NavigableMap<String, byte[]> below(String directory) {
    // '0' is the character after '/'.
    return tree.subMap(directory + "/", true, directory + "0", false);
  }

  private boolean isDirectory(String path) {
    return tree.get(path) == DIRECTORY;
  }

  private static Entry entry(String name, byte[] contents) {
    return new Entry(name, contents == DIRECTORY, contents.length);
  }

  private static String parent(String path) {
    int slash = path.lastIndexOf('/');
    return slash < 0 ? "" : path.substring(0, slash);
  }

  private final class MemoryFile extends NewFile {
    private final String path;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private boolean closed;

    MemoryFile(String path) {
      this.path = path;
    }

    @Override
    public void write(int b) {
      buffer.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      buffer.write(bytes, offset, length);
    }

    @Override
    public long length() {
      return buffer.size();
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        run(
            "close",
            path,
            () -> {
              if (tree.containsKey(path)) {
                put(path, buffer.toByteArray());
              }
              return null;
            });
      }
    }
  }
}
