package dev.tidemark.collector.spill;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * Loads RocksDB's native library. It unpacks itself into a file of 15 MB, which it removes when the
 * process ends in good order; here it is removed as soon as it is loaded, so that a process that is
 * killed leaves nothing.
 */
final class RocksLibrary {
  private static final String DIRECTORY_PREFIX = "tidemark-rocksdb-";

  private RocksLibrary() {}

  /** Does nothing if it is loaded already. */
  static void load() throws IOException {
    Path unpacked = Files.createTempDirectory(DIRECTORY_PREFIX);
    try {
      NativeLibraryLoader.getInstance().loadLibrary(unpacked.toString());
    } finally {
      delete(unpacked);
    }
    // Finds it loaded, and remembers that.
    RocksDB.loadLibrary();
  }

  private static void delete(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path each : files) {
        Files.delete(each);
      }
    }
    Files.delete(directory);
  }
}
