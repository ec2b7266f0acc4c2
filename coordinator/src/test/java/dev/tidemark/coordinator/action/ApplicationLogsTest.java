package dev.tidemark.coordinator.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.PartitionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationLogsTest {
  private static final String ATTEMPT = "-4444-5555-6666-777788889999";

  @Test
  void the_newest_files_stay_and_those_of_others_too(@TempDir Path directory) throws IOException {
    Files.createFile(directory.resolve("coordinator.log"));
    ApplicationLogs logs = new ApplicationLogs(directory, 2);
    for (int i = 1; i <= 3; i++) {
      Path log = logs.next(PartitionId.parse("2026-08-22T13:04"), "0000000" + i + ATTEMPT);
      Files.createFile(log);
      Files.setLastModifiedTime(log, FileTime.fromMillis(i * 1000L));
    }
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "coordinator.log",
              "process-2026-08-22T13-04-00000002.log",
              "process-2026-08-22T13-04-00000003.log");
    }
  }
}
