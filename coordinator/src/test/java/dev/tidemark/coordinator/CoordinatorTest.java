package dev.tidemark.coordinator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.LogEntry;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CoordinatorTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";
  private static final PartitionId P13 = PartitionId.parse(H13);
  private static final String H13_DUE = "2026-08-22T14:06:00Z";
  private static final String H14_DUE = "2026-08-22T15:06:00Z";
  private static final Duration LATE_QUIET = Duration.ofMinutes(10);
  private static final Duration LEASE = World.CONFIG.lease();

  private final World world = new World(new MemoryFileSystem());

  @Test
  void an_hour_that_is_over_goes_to_final_and_archive_and_leaves_the_state() {
    world.lands(H13, "a", "b").lands(H13, "c");
    world.watermarkReaches("2026-08-22T14:04:59Z").coordinatorTicks();
    assertThat(world.finalRows(H13)).isEmpty();

    world.watermarkReaches(H13_DUE).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "c");
    assertThat(world.isDone(H13)).isTrue();
    assertThat(world.archivedRows(H13)).containsExactly("a", "b", "c");
    assertThat(world.rests(H13)).isTrue();
    assertThat(world.names("raw/dt=2026-08-22")).isEmpty();
    assertThat(world.names("stage/dt=2026-08-22/hr=13")).isEmpty();
    assertThat(world.stagingLeft(H13)).isEmpty();
  }

  @Test
  void what_a_client_sent_twice_is_in_final_once_and_in_archive_as_it_came() {
    world.lands(H13, "a", "a", "b").watermarkReaches(H13_DUE).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    assertThat(world.archivedRows(H13)).containsExactly("a", "a", "b");
    assertThat(world.partition(H13).publication().orElseThrow().counts())
        .isEqualTo(new LogEntry.Counts(3, 2, 1, 0));
  }

  @Test
  void minutes_go_the_same_way_as_hours() {
    World minutes = new World(new MemoryFileSystem(), Granularity.MINUTE, URI.create("memory:/"));
    minutes.lands("2026-08-22T13:04", "a").lands("2026-08-22T13:05", "b");
    minutes.watermarkReaches("2026-08-22T13:10:30Z").coordinatorTicks();
    assertThat(minutes.finalRows("2026-08-22T13:04")).containsExactly("a");
    assertThat(minutes.finalRows("2026-08-22T13:05")).isEmpty();
    minutes.watermarkReaches("2026-08-22T13:11:00Z").coordinatorTicks();
    assertThat(minutes.finalRows("2026-08-22T13:05")).containsExactly("b");
    assertThat(minutes.rests("2026-08-22T13:04") && minutes.rests("2026-08-22T13:05")).isTrue();
  }

  @Test
  void an_hour_without_events_is_published_empty() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T16:06:00Z").coordinatorTicks();
    assertThat(world.isDone(H14)).isTrue();
    assertThat(world.finalRows(H14)).isEmpty();
    assertThat(world.isDone("2026-08-22T15")).isTrue();
    assertThat(world.exists("archive/dt=2026-08-22/hr=14")).isFalse();
    assertThat(world.state().partitions()).isEmpty();
  }

  @Test
  void an_event_that_arrives_after_its_hour_closed_is_restated_into_final() {
    world.lands(H13, "a").watermarkReaches(H13_DUE).coordinatorTicks();
    world.lands(H13, "b").coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a");

    world.timePasses(LATE_QUIET).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    assertThat(world.archivedRows(H13)).containsExactly("a", "b");
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(2);
    assertThat(world.rests(H13)).isTrue();
  }

  @Test
  void an_event_for_an_hour_that_was_published_empty_is_restated_too() {
    world.lands(H13, "a").watermarkReaches(H14_DUE).coordinatorTicks();
    world.lands(H14, "b").timePasses(LATE_QUIET).coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("b");
    assertThat(world.rests(H14)).isTrue();
  }

  @Test
  void an_event_that_arrives_while_its_hour_is_processed_waits_for_the_next_revision() {
    world.lands(H13, "a").watermarkReaches(H13_DUE);
    boolean[] landed = new boolean[1];
    world.processing.meanwhile(
        id -> {
          if (!landed[0]) {
            landed[0] = true;
            world.lands(H13, "b");
          }
        });
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a");
    world.timePasses(LATE_QUIET).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
  }

  @Test
  void a_coordinator_that_starts_at_any_point_goes_on_where_the_last_one_stopped() {
    world.lands(H13, "a").lands(H14, "b").watermarkReaches(H14_DUE);
    for (int i = 0; i < 20; i++) {
      world.coordinatorRestarts();
      world.coordinator().tick();
    }
    assertThat(world.finalRows(H13)).containsExactly("a");
    assertThat(world.finalRows(H14)).containsExactly("b");
    assertThat(world.rests(H13) && world.rests(H14)).isTrue();
    assertThat(world.publications(H13)).isEqualTo(1);
  }

  @Test
  void a_poisoned_hour_is_tried_again_with_pauses_then_waits_and_holds_up_no_other() {
    world.processing.poison(H13, new LandingException.Unavailable("unreadable", null));
    world.lands(H13, "a").lands(H14, "b").watermarkReaches(H14_DUE).coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("b");
    assertThat(world.rests(H14)).isTrue();
    assertThat(failures()).isEqualTo(1);
    assertThat(world.stagingLeft(H13)).isEmpty();

    world.timePasses(Duration.ofSeconds(29)).coordinatorTicks();
    assertThat(failures()).isEqualTo(1);
    world.timePasses(Duration.ofSeconds(1)).coordinatorTicks();
    assertThat(failures()).isEqualTo(2);
    world.timePasses(Duration.ofMinutes(1)).coordinatorTicks();
    world.timePasses(Duration.ofMinutes(2)).coordinatorTicks();
    assertThat(failures()).isEqualTo(4);
    world.timePasses(Duration.ofDays(1)).coordinatorRestarts().coordinatorTicks();
    assertThat(failures()).isEqualTo(4);
    assertThat(world.operations().summary(world.partition(H13)).note()).contains("unreadable");

    world.processing.cure(H13);
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).isEmpty();
    world.operations().release(P13, "mended");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a");
    assertThat(world.rests(H13)).isTrue();
  }

  private int failures() {
    return world.partition(H13).failure().orElseThrow().count();
  }

  @Test
  void what_only_a_person_can_mend_is_not_tried_again_before_one_did() {
    world.processing.poison(H13, new LandingException.NeedsOperator("counts do not add up"));
    world.lands(H13, "a").watermarkReaches(H13_DUE).coordinatorTicks();
    world.timePasses(Duration.ofDays(1)).coordinatorTicks();
    assertThat(failures()).isEqualTo(1);
    assertThat(world.stagingLeft(H13)).isEmpty();
  }

  @Test
  void what_processing_throws_without_declaring_it_is_a_failure_like_any_other() {
    world.processing.meanwhile(
        id -> CoordinatorTest.<RuntimeException>sneak(new Exception("from Scala")));
    world.lands(H13, "a").watermarkReaches(H13_DUE).coordinatorTicks();
    assertThat(world.partition(H13).failure().orElseThrow().last().error()).isEqualTo("from Scala");
    assertThat(world.stagingLeft(H13)).isEmpty();
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Exception> void sneak(Exception e) throws E {
    throw (E) e;
  }

  @Test
  void a_damaged_hour_waits_for_a_person_and_publishes_nothing() throws Exception {
    world.lands(H13, "a").lands(H14, "b").watermarkReaches(H14_DUE);
    world.files.deleteFile("raw/dt=2026-08-22/hr=13/0-1.json");
    world.coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("b");
    assertThat(world.operations().summary(world.partition(H13)).note().orElseThrow())
        .contains("is damaged", "0-1.json");
    assertThat(world.finalRows(H13)).isEmpty();
    world.files.write("stage/dt=2026-08-22/hr=13/gen=0/0-1.json", "a\n".getBytes(UTF_8));
    world.operations().release(P13, "restored");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a");
  }

  @Test
  void files_that_nobody_landed_are_never_processed() throws Exception {
    world.lands(H13, "a").watermarkReaches(H13_DUE);
    world.files.write("raw/dt=2026-08-22/hr=13/stranger.json", "x\n".getBytes(UTF_8));
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a");
    assertThat(world.rests(H13)).isTrue();
    assertThat(world.names("archive/dt=2026-08-22/hr=13/gen=0"))
        .containsExactly("0-1.json", "_generation.json", "stranger.json");
  }

  @Test
  void a_held_hour_waits_and_goes_on_when_released() {
    world.lands(H13, "a").lands(H14, "b");
    world.operations().hold(P13, "look first");
    world.watermarkReaches(H14_DUE).coordinatorTicks();
    assertThat(world.finalRows(H13)).isEmpty();
    assertThat(world.finalRows(H14)).containsExactly("b");
    world.lands(H13, "c");
    world.operations().release(P13, "looked");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "c");
  }

  @Test
  void an_attempt_during_which_the_hour_is_held_publishes_nothing() {
    world.lands(H13, "a").watermarkReaches(H13_DUE);
    boolean[] held = new boolean[1];
    world.processing.meanwhile(
        id -> {
          if (!held[0]) {
            held[0] = true;
            world.operations().hold(P13, "stop");
            world.timePasses(LEASE);
            world.coordinator().tick();
          }
        });
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).isEmpty();
    assertThat(world.stagingLeft(H13)).isEmpty();
    world.operations().release(P13, "go on");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a");
    assertThat(world.publications(H13)).isEqualTo(1);
  }

  @Test
  void ticks_go_on_while_an_hour_is_processed_whatever_becomes_of_it_meanwhile() {
    world.lands(H13, "a").watermarkReaches(H13_DUE).coordinatorTicks();
    world.lands(H13, "b").timePasses(LATE_QUIET);
    List<Throwable> thrown = new ArrayList<>();
    boolean[] once = new boolean[1];
    world.processing.meanwhile(
        id -> {
          if (!once[0]) {
            once[0] = true;
            // The claim is past its half, and another generation closes at this very moment.
            world.timePasses(LEASE.dividedBy(2).plusSeconds(1));
            world.lands(H13, "c").closes(H13);
            // Thrown here it would pass for a failure of processing.
            thrown.add(catchThrowable(world.coordinator()::tick));
          }
        });
    world.coordinatorTicks();
    assertThat(thrown).containsExactly((Throwable) null);
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "c");
    assertThat(world.rests(H13)).isTrue();
  }

  @Test
  void a_claim_is_renewed_as_long_as_processing_goes_on() {
    world.lands(H13, "a").watermarkReaches(H13_DUE);
    Coordinator other = world.newCoordinator();
    world.processing.meanwhile(
        id -> {
          for (int i = 0; i < 10; i++) {
            world.timePasses(LEASE.dividedBy(2).plusSeconds(1));
            world.coordinator().tick();
            other.tick();
          }
        });
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a");
    assertThat(world.publications(H13)).isEqualTo(1);
  }

  @Test
  void one_who_slept_through_its_lease_publishes_nothing() {
    world.lands(H13, "a").watermarkReaches(H13_DUE);
    Coordinator other = world.newCoordinator();
    boolean[] once = new boolean[1];
    world.processing.meanwhile(
        id -> {
          if (!once[0]) {
            once[0] = true;
            world.timePasses(LEASE);
            other.tick();
            other.tick();
          }
        });
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a");
    assertThat(world.archivedRows(H13)).containsExactly("a");
    assertThat(world.publications(H13)).isEqualTo(1);
    assertThat(world.stagingLeft(H13)).isEmpty();
  }

  @Test
  void two_coordinators_at_once_publish_once() throws Exception {
    ExecutorService two = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 100; round++) {
        World shared = new World(new MemoryFileSystem());
        shared.lands(H13, "a").lands(H14, "b").watermarkReaches(H14_DUE);
        List<Coordinator> both = List.of(shared.newCoordinator(), shared.newCoordinator());
        List<Future<?>> ticking =
            both.stream()
                .<Future<?>>map(
                    c ->
                        two.submit(
                            () -> {
                              for (int i = 0; i < 8; i++) {
                                c.tick();
                              }
                            }))
                .toList();
        for (Future<?> future : ticking) {
          future.get();
        }
        shared.coordinatorTicks();
        for (String hour : List.of(H13, H14)) {
          assertThat(shared.publications(hour)).as("round %s", round).isEqualTo(1);
          assertThat(shared.rests(hour)).isTrue();
          assertThat(shared.stagingLeft(hour)).isEmpty();
        }
        assertThat(shared.finalRows(H13)).containsExactly("a");
        assertThat(shared.archivedRows(H14)).containsExactly("b");
      }
    } finally {
      two.shutdown();
    }
  }

  @Test
  void the_same_again_by_request_is_a_new_revision_with_the_same_rows() {
    world.lands(H13, "a", "b", "a").watermarkReaches(H13_DUE).coordinatorTicks();
    world.operations().reprocess(P13, "new event types");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    assertThat(world.archivedRows(H13)).containsExactly("a", "b", "a");
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(2);
    assertThat(world.rests(H13)).isTrue();
  }

  @Test
  void a_request_that_comes_while_an_attempt_runs_is_not_taken_for_done_by_it() {
    world.lands(H13, "a").watermarkReaches(H13_DUE).coordinatorTicks();
    world.operations().reprocess(P13, "first");
    boolean[] once = new boolean[1];
    int[] attempts = new int[1];
    world.processing.meanwhile(
        id -> {
          attempts[0]++;
          if (!once[0]) {
            once[0] = true;
            world.operations().reprocess(P13, "the configuration was wrong");
          }
        });
    world.coordinatorTicks();
    assertThat(attempts[0]).isEqualTo(2);
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(2);
    assertThat(world.stagingLeft(H13)).isEmpty();
    assertThat(world.rests(H13)).isTrue();
  }

  @Test
  void an_hour_that_comes_back_again_and_again_keeps_all_it_ever_held() {
    world.lands(H13, "a").watermarkReaches(H13_DUE).coordinatorTicks();
    for (String late : List.of("b", "c")) {
      world.lands(H13, late).timePasses(LATE_QUIET).coordinatorTicks();
      assertThat(world.rests(H13)).isTrue();
    }
    world.operations().reprocess(P13, "why");
    world.coordinatorTicks();
    world.lands(H13, "d").timePasses(LATE_QUIET).coordinatorTicks();
    world.operations().reprocess(P13, "again");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "c", "d");
    assertThat(world.archivedRows(H13)).containsExactlyInAnyOrder("a", "b", "c", "d");
    assertThat(world.rests(H13)).isTrue();
    var summary = world.operations().summary(world.partition(H13));
    assertThat(summary.revision()).isEqualTo(6);
    assertThat(summary.generations()).isEqualTo(4);
    assertThat(summary.landed()).isEqualTo(4);
  }

  @Test
  void to_hold_and_release_an_hour_that_rests_forgets_nothing_of_it() {
    world.lands(H13, "a").watermarkReaches(H13_DUE).coordinatorTicks();
    world.operations().hold(P13, "why");
    world.lands(H14, "x");
    world.operations().release(P13, "because");
    assertThat(world.rests(H13)).isTrue();
    assertThat(world.operations().summary(world.partition(H13)).revision()).isEqualTo(1);

    world.lands(H13, "b").timePasses(LATE_QUIET).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    world.operations().hold(P13, "why");
    world.operations().release(P13, "because");
    world.operations().reprocess(P13, "why");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(3);
  }

  @Test
  void an_hour_closed_by_hand_takes_what_comes_after_as_late() {
    world.lands(H13, "a").clockReaches("2026-08-22T13:10:00Z");
    world.operations().close(P13, Optional.empty());
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a");
    world.lands(H13, "b").timePasses(LATE_QUIET).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    assertThatThrownBy(() -> world.operations().close(P13, Optional.empty()))
        .isInstanceOf(RefusedException.class);
  }

  @Test
  void what_an_ingest_run_intended_that_is_silent_is_carried_out_for_it() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").intendsToLand(H13, "b");
    world.coordinatorTicks();
    assertThat(world.partition(H13).isClosed()).as("its claim is good for nine days").isFalse();
    world.timePasses(Duration.ofDays(10)).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    // It was only slow, and does no harm.
    world.ingestGoesOn().coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
  }

  @Test
  void an_hour_closed_by_hand_in_the_middle_of_a_micro_batch_waits_for_it() throws Exception {
    world.lands(H13, "a").intendsToLand(H13, "b");
    ExecutorService person = Executors.newSingleThreadExecutor();
    try {
      Future<?> closing = person.submit(() -> world.operations().close(P13, Optional.empty()));
      world.ingestGoesOn();
      closing.get();
    } finally {
      person.shutdown();
    }
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
  }

  @Test
  void an_output_that_is_lost_before_it_is_published_is_made_again() throws Exception {
    world.lands(H13, "a").watermarkReaches(H13_DUE).coordinatorTicks();
    world.lands(H13, "b").timePasses(LATE_QUIET);
    boolean[] once = new boolean[1];
    world.processing.meanwhile(
        id -> {
          if (!once[0]) {
            once[0] = true;
            world
                .stagingLeft(H13)
                .forEach(a -> delete("final/.staging/" + P13.directory() + "/" + a));
          }
        });
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    assertThat(world.publications(H13)).isEqualTo(3);
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(2);
    assertThat(world.rests(H13)).isTrue();
  }

  private void delete(String directory) {
    try {
      world.files.deleteTree(directory);
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void a_root_of_another_dataset_is_refused() {
    World theirs = new World(new MemoryFileSystem());
    Coordinator ours =
        Coordinator.wire(
            new dev.tidemark.landing.config.DatasetConfig(
                "others",
                URI.create("memory:/"),
                List.of("others"),
                Granularity.HOUR,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                Optional.empty(),
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                dev.tidemark.landing.config.RetentionConfig.NONE),
            World.CONFIG,
            theirs.newJournal(),
            theirs.files,
            theirs.processing,
            theirs.clock,
            id -> true);
    assertThatThrownBy(ours::tick)
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessageContaining("The root was made for dataset 'events'");
    ours.close();
  }
}
