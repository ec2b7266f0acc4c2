package dev.tidemark.coordinator.action;

import dev.tidemark.landing.PartitionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What Spark applications write, a file for each, beside the logs of this program.
 *
 * @param kept the newest files stay, so many
 */
record ApplicationLogs(Path directory, int kept) {
  private static final String PREFIX = "process-";
  private static final int KEPT = 50;

  /** Where the launcher has this program write. */
  static ApplicationLogs inConfiguredDirectory() {
    return new ApplicationLogs(Path.of(System.getProperty("tidemark.log.dir", "data/logs")), KEPT);
  }

  /** The file of a new application, named by its first partition; old ones are removed. */
  Path next(PartitionId partition, String attempt) throws IOException {
    Files.createDirectories(directory);
    List<Path> all;
    try (Stream<Path> listed = Files.list(directory)) {
      all =
          listed
              .filter(f -> f.getFileName().toString().startsWith(PREFIX))
              .sorted(Comparator.comparing((Path f) -> f.toFile().lastModified()).reversed())
              .toList();
    }
    for (Path old : all.subList(Math.min(kept - 1, all.size()), all.size())) {
      Files.deleteIfExists(old);
    }
    String name = partition.toString().replace(':', '-') + "-" + attempt.substring(0, 8);
    return directory.resolve(PREFIX + name + ".log");
  }
}
