package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem.Fault;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.Journal.Upkeep;
import dev.tidemark.landing.log.LogEntry;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A process that stood still for hours, before any one of its operations, and goes on while another
 * has done its work, and more.
 */
class CoordinatorPauseTest {
  private static final String H13 = "2026-08-22T13";
  private static final Duration HOUR = Duration.ofHours(1);

  /** Does something before a chosen operation, which then takes place. */
  private static final class Pause implements Fault {
    private int left = -1;
    private Runnable meanwhile = () -> {};

    void before(int operation, Runnable action) {
      left = operation;
      meanwhile = action;
    }

    boolean happened() {
      return left < 0;
    }

    @Override
    public Effect on(String operation, String path) {
      if (left >= 0 && left-- == 0) {
        meanwhile.run();
      }
      return Effect.NONE;
    }
  }

  @Test
  void one_who_goes_on_hours_later_does_no_harm() {
    boolean happened = true;
    for (int at = 0; happened; at++) {
      Pause pause = new Pause();
      World world = new World(new MemoryFileSystem(pause));
      world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z");
      Coordinator paused = world.newCoordinator();
      pause.before(
          at,
          () -> {
            world.timePasses(HOUR).coordinatorTicks();
            assertThat(world.finalRows(H13)).containsExactly("a");
            world.lands(H13, "b").timePasses(HOUR).coordinatorTicks();
            world.lands(H13, "c");
          });
      paused.tick();
      happened = pause.happened();
      if (happened) {
        assertThat(world.partition(H13).failure()).as("paused before %s", at).isEmpty();
        assertThat(world.finalRows(H13)).as("paused before %s", at).containsExactly("a", "b");
        world.timePasses(HOUR).coordinatorTicks();
        assertThat(world.finalRows(H13)).as("paused before %s", at).containsExactly("a", "b", "c");
        assertThat(world.archivedRows(H13))
            .as("paused before %s", at)
            .containsExactly("a", "b", "c");
        assertThat(world.rests(H13)).as("paused before %s", at).isTrue();
        assertThat(world.stagingLeft(H13)).as("paused before %s", at).isEmpty();
        assertThat(world.state().isClosed(PartitionId.parse(H13))).isTrue();
      } else {
        assertThat(at).as("operations of one who is not paused").isGreaterThan(40);
      }
    }
  }

  /** Goes to sleep when an entry is in the log and before it has looked whether that counts. */
  private static final class SleepAfterAppend implements Fault {
    private boolean slept;
    private boolean armed;
    private boolean appended;
    private Runnable meanwhile = () -> {};

    @Override
    public Effect on(String operation, String path) {
      appended |= armed && operation.equals("rename");
      if (appended && !slept && operation.equals("list")) {
        slept = true;
        meanwhile.run();
      }
      return Effect.NONE;
    }
  }

  @Test
  void one_who_sleeps_until_its_intent_to_publish_is_cleaned_up_keeps_the_output() {
    SleepAfterAppend sleep = new SleepAfterAppend();
    World world = new World(new MemoryFileSystem(sleep));
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z");
    world.processing.meanwhile(id -> sleep.armed = true);
    sleep.meanwhile =
        () -> {
          Journal other =
              Journal.of(world.files, world.clock, "other", new Upkeep(1, Duration.ofDays(7)));
          for (int i = 0; i < 3; i++) {
            String topic = "t" + i;
            other.append(
                s -> Optional.of(new LogEntry.TopicAdded(topic, topic + "-id", new TreeMap<>())));
            world.timePasses(Duration.ofDays(8));
          }
        };
    world.coordinatorTicks();
    assertThat(world.state().topicId("t2")).isPresent();
    assertThat(world.finalRows(H13)).containsExactly("a");
    assertThat(world.rests(H13)).isTrue();
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(1);
    assertThat(world.partition(H13).failure()).isEmpty();
  }
}
