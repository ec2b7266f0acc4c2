package dev.tidemark.coordinator.notify;

import static dev.tidemark.coordinator.notify.Telling.hook;
import static dev.tidemark.coordinator.notify.Telling.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.check.Finding.Severity;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TargetCheckTest {
  private final MemoryFileSystem files = new MemoryFileSystem();
  private final World world = new World(files);
  private final Telling telling = new Telling(world);
  private Receiver receiver;
  private NotifyConfig target;

  @BeforeEach
  void start() throws IOException {
    receiver = new Receiver();
    target = hook("my-job", receiver.url());
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  private Finding look() {
    return TargetCheck.of(
            world.dataset(), telling.config(), List.of(target), files, telling.clock())
        .get(0)
        .look()
        .get(0);
  }

  @Test
  void a_target_that_is_told_is_well() {
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    world.lands("2026-08-22T13", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    steps(notifier);
    assertThat(look().severity()).isEqualTo(Severity.OK);
    assertThat(look().check()).isEqualTo("events: notify my-job");
  }

  @Test
  void a_target_that_no_coordinator_knows_is_found() {
    assertThat(look().severity()).isEqualTo(Severity.WARNING);
    assertThat(look().found()).isEqualTo("It was never told anything.");
  }

  @Test
  void a_target_that_nobody_tells_is_found() {
    steps(telling.on(files, target));
    world.timePasses(Duration.ofMinutes(3));
    assertThat(look().found()).startsWith("No coordinator tells it since 2026-08-22T12:01:04Z");
  }

  @Test
  void a_target_that_does_not_take_an_event_is_found() {
    Notifier notifier = telling.on(files, target);
    steps(notifier);
    receiver.answers(Receiver.Answer.DOWN);
    world.lands("2026-08-22T13", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    steps(notifier);
    assertThat(look().found()).startsWith("It was not told published 2026-08-22T13 (events/");
  }
}
