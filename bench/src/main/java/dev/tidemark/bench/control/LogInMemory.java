package dev.tidemark.bench.control;

import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the landing log in memory while a history is made up, and the records of partitions on the
 * disk: hundreds of thousands of entries, of which a root keeps the last few, need not be synced
 * one by one.
 */
final class LogInMemory implements LandingFileSystem {
  private static final List<String> KEPT =
      List.of(LandingZone.logDirectory(), LandingZone.checkpoints(), LandingZone.fileLists());

  private final LandingFileSystem disk;
  private final MemoryFileSystem memory = new MemoryFileSystem();

  LogInMemory(LandingFileSystem disk) {
    this.disk = disk;
  }

  /** Puts the log beside the records, as it is now. */
  void save() throws IOException {
    for (String directory : KEPT) {
      disk.makeDirectories(directory);
      for (Entry entry : memory.list(directory)) {
        String path = directory + "/" + entry.name();
        disk.write(path, memory.read(path));
      }
    }
  }

  private LandingFileSystem of(String path) {
    boolean record =
        path.startsWith(LandingZone.recordsRoot())
            || path.startsWith(LandingZone.temporary("record-"));
    return record ? disk : memory;
  }

  @Override
  public NewFile create(String path) throws IOException {
    return of(path).create(path);
  }

  @Override
  public InputStream open(String path) throws IOException {
    return of(path).open(path);
  }

  @Override
  public List<Entry> list(String directory) throws IOException {
    return of(directory).list(directory);
  }

  @Override
  public Optional<Entry> stat(String path) throws IOException {
    return of(path).stat(path);
  }

  @Override
  public Renamed rename(String source, String target) throws IOException {
    return of(source).rename(source, target);
  }

  @Override
  public void makeDirectories(String directory) throws IOException {
    if (directory.equals(LandingZone.temporaryDirectory())) {
      disk.makeDirectories(directory);
      memory.makeDirectories(directory);
    } else {
      of(directory).makeDirectories(directory);
    }
  }

  @Override
  public boolean deleteFile(String path) throws IOException {
    return of(path).deleteFile(path);
  }

  @Override
  public boolean deleteEmptyDirectory(String directory) throws IOException {
    return of(directory).deleteEmptyDirectory(directory);
  }

  @Override
  public void deleteTree(String directory) throws IOException {
    of(directory).deleteTree(directory);
  }
}
