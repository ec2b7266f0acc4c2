package dev.tidemark.coordinator;

import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A file system in memory that counts what is asked of it, and how often a directory arrived. */
final class CountingFiles extends ForwardingFiles {

  /**
   * What was asked of a file system.
   *
   * @param operations calls
   * @param listed entries that listings returned
   * @param read bytes of the files that were opened
   */
  record Work(long operations, long listed, long read) {
    Work since(Work before) {
      return new Work(operations - before.operations, listed - before.listed, read - before.read);
    }

    Work plus(Work other) {
      return new Work(operations + other.operations, listed + other.listed, read + other.read);
    }
  }

  private final AtomicLong operations;
  private final Map<String, Integer> arrived = new HashMap<>();
  private long listed;
  private long read;

  CountingFiles() {
    this(new AtomicLong());
  }

  private CountingFiles(AtomicLong operations) {
    super(
        new MemoryFileSystem(
            (name, path) -> {
              operations.incrementAndGet();
              return MemoryFileSystem.Fault.Effect.NONE;
            }));
    this.operations = operations;
  }

  Work work() {
    return new Work(operations.get(), listed, read);
  }

  /** How often something was renamed to a path. */
  int arrivedAt(String path) {
    return arrived.getOrDefault(path, 0);
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    List<Entry> entries = super.list(directory);
    listed += entries.size();
    return entries;
  }

  @Override
  public InputStream open(String path) throws IOException {
    InputStream in = super.open(path);
    read += in.available();
    return in;
  }

  @Override
  public Renamed rename(String source, String target) throws IOException {
    Renamed renamed = super.rename(source, target);
    if (renamed == Renamed.DONE) {
      arrived.merge(target, 1, Integer::sum);
    }
    return renamed;
  }
}
