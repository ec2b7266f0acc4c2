package dev.tidemark.coordinator.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.notify.Receiver.Answer;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, on a local root, killed while they tell. */
class NotifierKilledIT {
  @TempDir private Path root;
  private final List<Process> programs = new ArrayList<>();
  private Receiver receiver;

  @BeforeEach
  void start() throws IOException {
    receiver = new Receiver();
  }

  @AfterEach
  void stop() {
    programs.forEach(Process::destroyForcibly);
    receiver.close();
  }

  private Process program() throws IOException {
    Process program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                TellingProgram.class.getName(),
                root.toUri().toString(),
                receiver.url().toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    programs.add(program);
    return program;
  }

  @Test
  void what_a_killed_process_was_telling_another_tells_again_and_goes_on() throws IOException {
    LandingFileSystem files = FileSystems.open(root.toUri());
    World world = new World(files, Granularity.HOUR, root.toUri());
    Process first = program();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> !files.list("_landing/notify/my-job").isEmpty());
    receiver.answers(Answer.SILENT);
    world
        .lands("2026-08-22T13", "a")
        .watermarkReaches("2026-08-22T14:06:00Z")
        .coordinatorTicks()
        .lands("2026-08-22T14", "b")
        .watermarkReaches("2026-08-22T15:06:00Z")
        .coordinatorTicks();
    await().atMost(Duration.ofSeconds(60)).until(() -> receiver.taken().size() == 1);
    first.destroyForcibly();
    receiver.answers(Answer.OK);
    program();
    program();
    await().atMost(Duration.ofSeconds(60)).until(() -> receiver.taken().size() == 3);
    assertThat(receiver.told())
        .containsExactly(
            "published 2026-08-22T13 1", "published 2026-08-22T13 1", "published 2026-08-22T14 1");
    assertThat(receiver.ids().get(1)).isEqualTo(receiver.ids().get(0));
  }
}
