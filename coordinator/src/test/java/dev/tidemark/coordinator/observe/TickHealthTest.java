package dev.tidemark.coordinator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem.Fault.Effect;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TickHealthTest {
  private final World world = new World(new MemoryFileSystem());

  private boolean isWellAfter(Duration pause, Duration silence) {
    TickHealth health = new TickHealth("events", pause, world.clock());
    world.timePasses(silence);
    return health.now().well();
  }

  @Test
  void a_minute_of_silence_is_well_and_so_are_six_pauses() {
    assertThat(isWellAfter(Duration.ofSeconds(2), Duration.ofSeconds(60))).isTrue();
    assertThat(isWellAfter(Duration.ofSeconds(2), Duration.ofSeconds(61))).isFalse();
    assertThat(isWellAfter(Duration.ofMinutes(10), Duration.ofMinutes(60))).isTrue();
    assertThat(isWellAfter(Duration.ofMinutes(10), Duration.ofMinutes(61))).isFalse();
  }

  @Test
  void a_tick_that_ends_is_told_with_the_version_that_it_saw() {
    TickHealth health = new TickHealth("events", Duration.ofSeconds(10), world.clock());
    assertThat(health.now().lastTick()).isEmpty();
    world.observedBy(health).tick();
    assertThat(health.now().lastTick()).contains(world.now());
    assertThat(health.now().logVersion()).contains(world.state().version());
    assertThat(health.now().logReadable()).isTrue();
    assertThat(health.now().reason()).isEmpty();
    world.timePasses(Duration.ofMinutes(2));
    assertThat(health.now().reason()).contains("No tick has got on for 1 min.");
    assertThat(health.now().withoutDetails().reason()).contains("The coordinator's log says why.");
  }

  @Test
  void one_that_can_read_and_not_write_is_not_well_until_something_is_written() {
    AtomicBoolean full = new AtomicBoolean();
    World quota =
        new World(
            new MemoryFileSystem(
                (operation, path) ->
                    full.get() && operation.equals("create") ? Effect.FAIL_BEFORE : Effect.NONE));
    TickHealth health = new TickHealth("events", Duration.ofSeconds(10), quota.clock());
    quota.observedBy(health).lands("2026-08-22T13", "a").watermarkReaches("2026-08-22T14:06:00Z");
    full.set(true);
    quota.tick();
    assertThat(health.now().well()).isFalse();
    assertThat(health.now().logReadable()).isTrue();
    assertThat(health.now().logWritable()).isFalse();
    assertThat(health.now().reason().orElseThrow())
        .contains("could not be written, and nothing was changed");
    quota.timePasses(Duration.ofSeconds(10)).tick();
    assertThat(health.now().well()).isFalse();
    full.set(false);
    quota.tick();
    assertThat(health.now().well()).isTrue();
    assertThat(health.now().logWritable()).isTrue();
    assertThat(health.now().reason()).isEmpty();
  }

  @Test
  void one_that_has_nothing_to_write_finds_out_by_itself_that_it_could_not() throws IOException {
    AtomicBoolean full = new AtomicBoolean();
    MemoryFileSystem files =
        new MemoryFileSystem(
            (operation, path) ->
                full.get() && operation.equals("create") ? Effect.FAIL_BEFORE : Effect.NONE);
    World quota = new World(files);
    TickHealth health = new TickHealth("events", Duration.ofSeconds(10), quota.clock());
    // Ingest died of the quota: the partition stays open, and nothing is due.
    quota.observedBy(health).lands("2026-08-22T13", "a");
    quota.tick().writesAreChecked();
    full.set(true);
    quota.timePasses(Duration.ofSeconds(29)).tick().writesAreChecked();
    assertThat(health.now().well()).isTrue();

    quota.timePasses(Duration.ofSeconds(1)).tick().writesAreChecked();
    assertThat(health.now().well()).isFalse();
    assertThat(health.now().logWritable()).isFalse();
    assertThat(health.now().reason().orElseThrow())
        .contains("Nothing can be written below the root, so nothing is landed or published: ");

    quota.timePasses(Duration.ofHours(1)).tick().writesAreChecked();
    assertThat(health.now().well()).isFalse();
    full.set(false);
    quota.timePasses(Duration.ofSeconds(30)).tick().writesAreChecked();
    assertThat(health.now().well()).isTrue();
    assertThat(health.now().logWritable()).isTrue();
    assertThat(files.list(LandingZone.temporaryDirectory())).isEmpty();
  }

  @Test
  void a_file_that_could_be_written_does_not_say_that_an_entry_can_be() {
    TickHealth health = new TickHealth("events", Duration.ofSeconds(10), world.clock());
    health.looked(world.state());
    health.writeFailed(new IllegalStateException("Permission denied"));
    health.writeChecked(Optional.empty());
    assertThat(health.now().well()).isFalse();
  }

  @Test
  void what_failed_to_be_written_is_over_when_the_log_has_gone_on() {
    TickHealth health = new TickHealth("events", Duration.ofSeconds(10), world.clock());
    health.looked(world.state());
    health.writeFailed(new IllegalStateException("lost"));
    health.looked(world.state());
    assertThat(health.now().well()).isFalse();
    world.lands("2026-08-22T13", "a");
    health.looked(world.state());
    assertThat(health.now().well()).isTrue();
  }

  @Test
  void a_tick_with_much_to_do_is_well_as_long_as_it_gets_on() {
    TickHealth health = new TickHealth("events", Duration.ofSeconds(10), world.clock());
    for (int round = 0; round < 5; round++) {
      world.timePasses(Duration.ofSeconds(50));
      health.looked(world.state());
    }
    assertThat(health.now().well()).isTrue();
    world.timePasses(Duration.ofSeconds(61));
    assertThat(health.now().well()).isFalse();
  }
}
