package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.config.CoordinatorConfig.Order;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.PartitionState;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is processed beside what, in which order, and for how long. */
class PlacesTest {
  private static final String H10 = "2026-08-22T10";
  private static final String H11 = "2026-08-22T11";
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final LineProcessing lines = new LineProcessing(files);
  private final GatedProcessing gated = new GatedProcessing(lines);
  private final World world =
      new World(files, Granularity.HOUR, URI.create("memory:/"), lines, gated);
  private Coordinator coordinator;

  private static CoordinatorConfig config(int concurrency, Order order, Duration throttle) {
    CoordinatorConfig c = World.CONFIG;
    return new CoordinatorConfig(
        c.schedule(),
        concurrency,
        1,
        order,
        throttle,
        Duration.ofHours(2),
        c.lease(),
        c.retries(),
        c.backoff(),
        Optional.empty());
  }

  private Coordinator coordinates(int concurrency, Order order, Duration throttle) {
    return Coordinator.wire(
        world.dataset(),
        config(concurrency, order, throttle),
        world.newJournal(),
        files,
        gated,
        world.clock,
        id -> true);
  }

  private void coordinates() {
    coordinator = coordinates(1, Order.OLDEST_FIRST, Duration.ZERO);
  }

  @AfterEach
  void stop() {
    gated.letThrough(H10, H11, H13, H14);
    if (coordinator != null) {
      coordinator.close();
    }
  }

  private void isAtWorkOn(String... hours) {
    await().untilAsserted(() -> assertThat(gated.working()).containsExactly(hours));
  }

  @Test
  void what_is_asked_for_again_and_new_hours_do_not_wait_for_each_other() {
    gated.letThrough(H10, H11);
    world.lands(H10, "a").lands(H11, "b");
    world.watermarkReaches("2026-08-22T12:06:00Z").coordinatorTicks();
    assertThat(world.finalRows(H10)).containsExactly("a");
    GatedProcessing gate = new GatedProcessing(lines);
    coordinator =
        Coordinator.wire(
            world.dataset(),
            config(1, Order.OLDEST_FIRST, Duration.ZERO),
            world.newJournal(),
            files,
            gate,
            world.clock,
            id -> true);
    world.operations().reprocess(PartitionId.parse(H10), "again");
    world.operations().reprocess(PartitionId.parse(H11), "again");
    world.lands(H13, "c").lands(H14, "d").watermarkReaches("2026-08-22T15:06:00Z");

    coordinator.tick();
    await().untilAsserted(() -> assertThat(gate.working()).contains(H10).hasSize(2));
    assertThat(gate.working()).doesNotContain(H11);
    // Hour 12, in which nothing landed, is the oldest new one.
    gate.letThrough("2026-08-22T12", H13);
    await()
        .untilAsserted(
            () -> {
              coordinator.tick();
              assertThat(world.finalRows(H13)).containsExactly("c");
            });
    assertThat(gate.working()).contains(H10);
    gate.letThrough(H10, H11, H14);
    await()
        .untilAsserted(
            () -> {
              coordinator.tick();
              assertThat(world.publications(H11)).isEqualTo(2);
              assertThat(world.rests(H10) && world.rests(H11) && world.rests(H14)).isTrue();
            });
  }

  @Test
  void the_newest_may_come_first() {
    world.lands(H13, "a").lands(H14, "b").watermarkReaches("2026-08-22T15:06:00Z");
    coordinator = coordinates(1, Order.NEWEST_FIRST, Duration.ZERO);
    coordinator.tick();
    isAtWorkOn(H14);
  }

  @Test
  void the_oldest_comes_first_where_nothing_is_said() {
    world.lands(H13, "a").lands(H14, "b").watermarkReaches("2026-08-22T15:06:00Z");
    coordinates();
    coordinator.tick();
    isAtWorkOn(H13);
  }

  @Test
  void no_attempt_begins_sooner_than_is_allowed() {
    world.lands(H13, "a").lands(H14, "b").watermarkReaches("2026-08-22T15:06:00Z");
    coordinator = coordinates(2, Order.OLDEST_FIRST, Duration.ofMinutes(10));
    coordinator.tick();
    isAtWorkOn(H13);
    world.timePasses(Duration.ofMinutes(9));
    coordinator.tick();
    isAtWorkOn(H13);
    world.timePasses(Duration.ofMinutes(1));
    coordinator.tick();
    isAtWorkOn(H13, H14);
  }

  @Test
  void what_takes_too_long_is_stopped_and_tried_again() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z");
    coordinates();
    coordinator.tick();
    isAtWorkOn(H13);
    for (int minutes = 0; minutes < 120; minutes++) {
      world.timePasses(Duration.ofMinutes(1));
      coordinator.upkeep();
    }
    assertThat(world.partition(H13).claim().orElseThrow().until()).isAfter(world.now());
    isAtWorkOn(H13);

    world.timePasses(Duration.ofSeconds(1));
    coordinator.upkeep();
    await().until(() -> world.partition(H13).failure().isPresent());
    PartitionState.Failure failure = world.partition(H13).failure().orElseThrow();
    assertThat(failure.last().error())
        .isEqualTo(
            "2026-08-22T13 took longer than 2 h (coordinator.timeout) and was stopped. Nothing is"
                + " published; it is tried again in a new attempt.");
    assertThat(failure.last().retryAt()).contains(world.now().plus(World.CONFIG.backoff()));
    assertThat(world.stagingLeft(H13)).isEmpty();

    gated.letThrough(H13);
    world.timePasses(World.CONFIG.backoff());
    await()
        .untilAsserted(
            () -> {
              coordinator.tick();
              assertThat(world.finalRows(H13)).containsExactly("a");
            });
  }

  @Test
  void what_does_not_let_itself_be_stopped_loses_its_claim_and_does_no_harm() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z");
    gated.ignoresInterruption();
    coordinates();
    coordinator.tick();
    isAtWorkOn(H13);
    world.timePasses(Duration.ofHours(2).plusSeconds(1));
    coordinator.upkeep();
    assertThat(world.partition(H13).claim().orElseThrow().until()).isBefore(world.now());

    Coordinator other =
        Coordinator.wire(
            world.dataset(),
            World.CONFIG,
            world.newJournal(),
            files,
            lines,
            world.clock,
            id -> true);
    await()
        .untilAsserted(
            () -> {
              other.tick();
              assertThat(world.finalRows(H13)).containsExactly("a");
            });
    other.close();
    gated.letThrough(H13);
    await().until(() -> gated.working().isEmpty());
    coordinator.tick();
    assertThat(world.publications(H13)).isEqualTo(1);
    assertThat(world.rests(H13)).isTrue();
  }
}
