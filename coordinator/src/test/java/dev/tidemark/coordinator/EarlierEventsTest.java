package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.fs.MemoryFileSystem;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Events from before the root was made, which somebody sends again. */
class EarlierEventsTest {
  private final World world = new World(new MemoryFileSystem());

  @Test
  void an_hour_from_before_the_first_one_is_published_when_its_events_are_sent_again() {
    world.lands("2026-08-22T13", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.lands("2025-01-01T00", "old").coordinatorTicks();
    assertThat(world.isDone("2025-01-01T00")).isFalse();
    world.timePasses(Duration.ofMinutes(10)).coordinatorTicks();
    assertThat(world.finalRows("2025-01-01T00")).containsExactly("old");
    assertThat(world.partition("2025-01-01T00").publication().orElseThrow().revision())
        .isEqualTo(1);
    assertThat(world.rests("2025-01-01T00")).isTrue();
  }
}
