package dev.tidemark.coordinator.notify;

import static dev.tidemark.coordinator.notify.Telling.hook;
import static dev.tidemark.coordinator.notify.Telling.steps;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hours are to be published half an hour after their end. */
class ServiceLevelTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final World world = new World(files);
  private final Telling telling = new Telling(world, Optional.of(Duration.ofMinutes(30)));
  private Receiver receiver;
  private Notifier notifier;

  @BeforeEach
  void start() throws IOException {
    receiver = new Receiver();
    notifier = telling.on(files, hook("my-job", receiver.url()));
    steps(notifier);
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  @Test
  void an_hour_published_in_time_is_not_told() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.clockReaches("2026-08-22T14:31:00Z");
    steps(notifier);
    assertThat(receiver.told()).containsExactly("published 2026-08-22T13 1");
  }

  @Test
  void an_hour_that_does_not_close_is_told_once_at_its_time_and_why() {
    world.lands(H13, "a").clockReaches("2026-08-22T14:29:59Z");
    steps(notifier);
    assertThat(receiver.told()).isEmpty();
    world.clockReaches("2026-08-22T14:30:00Z");
    steps(notifier);
    world.clockReaches("2026-08-22T14:45:00Z");
    steps(notifier);
    assertThat(receiver.told()).containsExactly("service-level 2026-08-22T13");
    assertThat(receiver.ids()).containsExactly("events/2026-08-22T13/service-level");
    assertThat(receiver.taken().get(0).json().path("deadline").asText())
        .isEqualTo("2026-08-22T14:30:00Z");
    assertThat(receiver.taken().get(0).json().path("reason").asText()).contains("watermark");
    // Over a start too.
    Notifier next = telling.on(files, hook("my-job", receiver.url()));
    world.watermarkReaches("2026-08-22T14:50:00Z").coordinatorTicks();
    steps(next);
    assertThat(receiver.told())
        .containsExactly("service-level 2026-08-22T13", "published 2026-08-22T13 1");
  }

  @Test
  void an_hour_in_which_nothing_landed_is_told_too() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.clockReaches("2026-08-22T15:31:00Z");
    steps(notifier);
    assertThat(receiver.told())
        .containsExactly("published 2026-08-22T13 1", "service-level 2026-08-22T14");
  }

  @Test
  void an_hour_that_is_skipped_in_time_is_no_miss_nor_are_late_events_for_it() {
    world.emptyHoursAre(EmptyHours.SKIP).lands(H13, "a");
    world.watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    world.lands(H14, "late").clockReaches("2026-08-22T15:31:00Z");
    steps(notifier);
    assertThat(receiver.told()).containsExactly("published 2026-08-22T13 1");
    world.coordinatorTicks();
    steps(notifier);
    assertThat(receiver.told())
        .containsExactly("published 2026-08-22T13 1", "published 2026-08-22T14 1");
  }

  @Test
  void hours_before_the_first_that_landed_were_not_promised() {
    world.clockReaches("2026-08-22T16:40:00Z");
    steps(notifier);
    assertThat(receiver.told()).isEmpty();
    // Nor are they when the one who tells was away.
    world.lands("2026-08-22T17", "a").watermarkReaches("2026-08-22T18:06:00Z").coordinatorTicks();
    world.clockReaches("2026-08-22T18:40:00Z");
    steps(notifier);
    assertThat(receiver.told()).containsExactly("published 2026-08-22T17 1");
  }

  @Test
  void what_was_late_while_nobody_could_be_told_is_told_before_its_publication() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    steps(notifier);
    receiver.answers(Receiver.Answer.DOWN);
    world.lands(H14, "b").clockReaches("2026-08-22T16:00:00Z");
    world.watermarkReaches("2026-08-22T16:10:00Z").coordinatorTicks();
    steps(notifier);
    world.timePasses(Duration.ofMinutes(5));
    receiver.answers(Receiver.Answer.OK);
    steps(notifier);
    assertThat(receiver.told())
        .startsWith("published 2026-08-22T13 1", "service-level 2026-08-22T14")
        .contains("published 2026-08-22T14 1");
  }

  @Test
  void an_hour_that_failed_is_told_as_failed_and_as_late() {
    world.poison(H13, new LandingException.NeedsOperator("unreadable"));
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.clockReaches("2026-08-22T14:31:00Z");
    steps(notifier);
    assertThat(receiver.told())
        .containsExactly("failed 2026-08-22T13", "service-level 2026-08-22T13");
    assertThat(receiver.taken().get(1).json().path("reason").asText()).contains("unreadable");
  }

  @Test
  void a_month_of_hours_is_gone_through_all_the_same() {
    world.clockReaches("2026-09-22T12:00:00Z").lands("2026-09-22T12", "a");
    steps(notifier);
    world.clockReaches("2026-09-22T14:31:00Z");
    steps(notifier);
    assertThat(receiver.told())
        .containsExactly("service-level 2026-09-22T12", "service-level 2026-09-22T13");
  }

  @Test
  void misses_are_counted_without_any_target() {
    Notifier misses = telling.wiring(files).misses();
    steps(misses);
    world.lands(H13, "a").clockReaches("2026-08-22T15:31:00Z");
    steps(misses);
    assertThat(misses.status().lateTold()).isEqualTo(2);
    Notifier next = telling.wiring(files).misses();
    world.timePasses(Duration.ofMinutes(2));
    steps(next);
    assertThat(next.status().lateTold()).isZero();
  }
}
