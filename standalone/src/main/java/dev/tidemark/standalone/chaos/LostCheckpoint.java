package dev.tidemark.standalone.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Spark's checkpoint is gone.
 *
 * @param variant an even one kills ingest before; an odd one takes it from under its feet
 */
record LostCheckpoint(Cluster cluster, int variant) implements Fault {
  @Override
  public void inject() throws IOException {
    if (variant % 2 == 0) {
      cluster.ingest().kill();
    }
    try (Stream<Path> all = Files.list(cluster.files().checkpoints())) {
      for (Path each : all.toList()) {
        delete(each);
      }
    }
  }

  private static void delete(Path tree) throws IOException {
    // It may be written to meanwhile.
    try (Stream<Path> paths = Files.walk(tree)) {
      List<Path> all = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path each : all) {
        deleteOne(each);
      }
    } catch (UncheckedIOException | NoSuchFileException e) {
      // What has gone by itself need not be deleted.
    }
  }

  private static void deleteOne(Path path) throws IOException {
    try {
      Files.deleteIfExists(path);
    } catch (java.nio.file.DirectoryNotEmptyException e) {
      // Spark has put something there again; the rest is gone.
    }
  }

  @Override
  public void heal() throws IOException {
    cluster.ingest().start();
  }
}
