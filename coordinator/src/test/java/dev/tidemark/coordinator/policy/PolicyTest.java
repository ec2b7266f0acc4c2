package dev.tidemark.coordinator.policy;

import static dev.tidemark.coordinator.config.CoordinatorConfig.Order.OLDEST_FIRST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.batch.process.Lane;
import dev.tidemark.coordinator.World;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogEntry.Action;
import dev.tidemark.landing.log.LogEntry.CloseReason;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PolicyTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";
  private static final String H15 = "2026-08-22T15";
  private static final PartitionId P13 = PartitionId.parse(H13);
  private static final PartitionId P14 = PartitionId.parse(H14);
  private static final GenerationId G13 = new GenerationId(P13, 0);
  private static final Instant NOON = Instant.parse("2026-08-22T12:00:00Z");

  private final World world = new World(new MemoryFileSystem());

  private List<Due> due(String now) {
    return new Policy(world.dataset(), OLDEST_FIRST).due(world.state(), Instant.parse(now));
  }

  private static Due close(String partition) {
    return new Due.Close(World.generation(partition), CloseReason.WATERMARK);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-08-22T14:04:59Z, 2026-08-22T14:04:59Z, false",
    "2026-08-22T14:05:00Z, 2026-08-22T14:05:00Z, true",
    // A time stamp of the future moved the watermark: the clock holds.
    "2030-01-01T00:00:00Z, 2026-08-22T14:04:59Z, false",
    // Ingest is behind: the watermark holds.
    "2026-08-22T14:04:59Z, 2026-08-23T09:00:00Z, false",
    "2026-08-22T14:05:00Z, 2026-08-23T09:00:00Z, true",
  })
  void an_hour_closes_once_watermark_and_clock_are_past_its_end_and_grace(
      String watermark, String now, boolean closes) {
    world.lands(H13, "a").watermarkAlone(watermark);
    assertThat(due(now).contains(close(H13))).isEqualTo(closes);
  }

  @Test
  void without_a_watermark_nothing_closes() {
    world.lands(H13, "a");
    assertThat(due("2030-01-01T00:00:00Z")).isEmpty();
  }

  @Test
  void the_oldest_is_first_empty_hours_included() {
    world.lands(H13, "a").watermarkAlone("2026-08-22T14:05:00Z").closes(H13);
    world.lands("2026-08-22T15", "b").lands("2026-08-22T17", "c");
    world.watermarkAlone("2026-08-22T18:05:00Z");
    assertThat(due("2026-08-22T18:05:00Z"))
        .containsExactly(
            new Due.Prepare(G13),
            close("2026-08-22T14"),
            close("2026-08-22T15"),
            close("2026-08-22T16"),
            close("2026-08-22T17"));
  }

  @Test
  void an_empty_hour_that_is_skipped_is_closed_in_its_turn_and_nothing_more_is_due() {
    world.emptyHoursAre(EmptyHours.SKIP).lands(H13, "a").closes(H13).lands(H15, "b");
    world.watermarkAlone("2026-08-22T16:05:00Z");
    String now = "2026-08-22T16:05:00Z";
    assertThat(due(now)).containsExactly(new Due.Prepare(G13), close(H14), close(H15));
    world.closes(H14);
    assertThat(due(now)).containsExactly(new Due.Prepare(G13), close(H15));
    world.says(
        new LogEntry.Reprocess(P14, "why", world.newJournal().records().base(world.state(), P14)));
    assertThat(due(now)).contains(new Due.Revise(P14, Lane.BACKFILL));
  }

  @Test
  void before_the_first_close_no_hour_is_empty_for_nobody_knows_where_to_begin() {
    world.lands(H15, "a").watermarkAlone("2026-08-22T15:05:00Z");
    assertThat(due("2026-08-22T15:05:00Z")).isEmpty();
  }

  @Test
  void after_a_long_silence_empty_hours_close_some_at_a_time_and_all_in_the_end() {
    world.lands(H13, "a").closes(H13).watermarkAlone("2026-09-22T13:05:00Z");
    int closed = 0;
    for (List<Due> closes = closes(); !closes.isEmpty(); closes = closes()) {
      assertThat(closes).hasSizeLessThanOrEqualTo(200);
      closes.forEach(d -> world.closes(d.partition().toString()));
      closed += closes.size();
    }
    assertThat(closed).isEqualTo(31 * 24 - 1);
  }

  private List<Due> closes() {
    return due("2026-09-22T13:05:00Z").stream().filter(d -> d instanceof Due.Close).toList();
  }

  @Test
  void minutes_close_as_hours_do() {
    World minutes = new World(new MemoryFileSystem(), Granularity.MINUTE, URI.create("memory:/"));
    minutes.lands("2026-08-22T13:04", "a").watermarkAlone("2026-08-22T13:10:00Z");
    assertThat(
            new Policy(minutes.dataset(), OLDEST_FIRST)
                .due(minutes.state(), Instant.parse("2026-08-22T13:10:00Z")))
        .containsExactly(close("2026-08-22T13:04"));
  }

  @Test
  void a_held_hour_stays_open_and_does_not_hold_up_later_ones() {
    world.lands(H13, "a").lands(H14, "b").watermarkAlone("2026-08-22T15:05:00Z");
    world.says(new LogEntry.Held(P13, "why"));
    assertThat(due("2026-08-22T15:05:00Z")).containsExactly(close(H14));
  }

  @Test
  void what_a_pending_intent_names_is_not_closed() {
    world.lands(H13, "a").lands(H14, "b").watermarkAlone("2026-08-22T15:05:00Z");
    world.intendsToLand(H13, "c");
    assertThat(due("2026-08-22T15:05:00Z")).containsExactly(close(H14));
    world.ingestGoesOn();
    assertThat(due("2026-08-22T15:05:00Z")).containsExactly(close(H13), close(H14));
  }

  @ParameterizedTest
  @CsvSource({
    // Landed late at 12:00 and 12:08 by the clock.
    "2026-08-22T12:17:59Z, ",
    "2026-08-22T12:18:00Z, LATE_QUIET",
  })
  void late_events_close_once_none_came_for_a_while(String now, CloseReason reason) {
    long late = lateAt(0, 8);
    assertThat(due(now))
        .isEqualTo(
            reason == null
                ? List.of()
                : List.of(new Due.Close(new GenerationId(P13, late), reason)));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-08-22T12:59:59Z, ",
    "2026-08-22T13:00:00Z, LATE_WAIT",
  })
  void late_events_that_never_cease_close_when_the_first_has_waited_longest(
      String now, CloseReason reason) {
    long late = lateAt(0, 9, 18, 27, 36, 45, 54);
    assertThat(due(now))
        .isEqualTo(
            reason == null
                ? List.of()
                : List.of(new Due.Close(new GenerationId(P13, late), reason)));
  }

  /** Hour 13 is done, and late events land at these minutes after noon, by the clock. */
  private long lateAt(int... minutes) {
    carried();
    for (int minute : minutes) {
      world.clockReaches(NOON.plus(Duration.ofMinutes(minute)).toString());
      world.lands(H13, "late" + minute);
    }
    return world.partition(H13).open().orElseThrow().id().number();
  }

  private void carried() {
    staged();
    world.says(new LogEntry.Published(P13, intended()));
    world.says(new LogEntry.Archived(G13));
  }

  private void staged() {
    world.lands(H13, "a").closes(H13);
    world.says(new LogEntry.Staged(G13));
  }

  private long intended() {
    return world.says(
        new LogEntry.Publish(
            P13,
            new TreeSet<>(List.of(0L)),
            "attempt",
            world.state().version(),
            new LogEntry.Counts(1, 1, 0, 0),
            "config"));
  }

  @Test
  void each_step_follows_from_the_one_before() {
    String now = "2026-08-22T12:00:00Z";
    world.lands(H13, "a");
    assertThat(due(now)).isEmpty();
    world.closes(H13);
    assertThat(due(now)).containsExactly(new Due.Prepare(G13));
    world.says(new LogEntry.Staged(G13));
    assertThat(due(now)).containsExactly(new Due.Revise(P13));
    long version = intended();
    assertThat(due(now)).containsExactly(new Due.Publish(P13));
    world.says(new LogEntry.Published(P13, version));
    assertThat(due(now)).containsExactly(new Due.Archive(G13));
    world.says(new LogEntry.Archived(G13));
    assertThat(due(now)).isEmpty();
  }

  @Test
  void an_hour_without_events_is_processed_and_needs_no_moves() {
    world.lands(H13, "a").closes(H13).closes(H14);
    assertThat(due("2026-08-22T12:00:00Z"))
        .containsExactly(new Due.Prepare(G13), new Due.Revise(PartitionId.parse(H14)));
  }

  @Test
  void a_live_claim_keeps_others_off_and_an_expired_one_does_not() {
    staged();
    world.says(new LogEntry.Claim(P13, "attempt", Instant.parse("2026-08-22T12:01:00Z")));
    assertThat(due("2026-08-22T12:00:59Z")).isEmpty();
    assertThat(due("2026-08-22T12:01:00Z")).containsExactly(new Due.Revise(P13));
  }

  @ParameterizedTest
  @EnumSource
  void what_failed_waits_until_its_time(Action action) {
    Due next = failed(action, Optional.of(Instant.parse("2026-08-22T12:01:00Z")));
    assertThat(due("2026-08-22T12:00:59Z")).isEmpty();
    assertThat(due("2026-08-22T12:01:00Z")).containsExactly(next);
  }

  @ParameterizedTest
  @EnumSource
  void what_failed_for_good_waits_for_a_person_and_holds_up_nobody(Action action) {
    Due next = failed(action, Optional.empty());
    world.lands(H14, "b").watermarkAlone("2026-08-22T15:05:00Z");
    assertThat(due("2026-08-22T15:05:00Z")).containsExactly(close(H14));
    world.says(new LogEntry.Released(P13, "mended"));
    assertThat(due("2026-08-22T15:05:00Z")).containsExactly(next, close(H14));
  }

  private Due failed(Action action, Optional<Instant> retryAt) {
    Due next =
        switch (action) {
          case PREPARE -> {
            world.lands(H13, "a").closes(H13);
            yield new Due.Prepare(G13);
          }
          case PROCESS -> {
            staged();
            yield new Due.Revise(P13);
          }
          case PUBLISH -> {
            staged();
            intended();
            yield new Due.Publish(P13);
          }
          case ARCHIVE -> {
            staged();
            world.says(new LogEntry.Published(P13, intended()));
            yield new Due.Archive(G13);
          }
          case EXPIRE -> {
            carried();
            world.says(
                new LogEntry.Expire(
                    P13,
                    new TreeSet<>(List.of(0L)),
                    false,
                    Optional.empty(),
                    world.newJournal().records().base(world.state(), P13)));
            yield new Due.Expire(P13);
          }
        };
    world.says(new LogEntry.Failed(P13, action, Optional.empty(), "trouble", retryAt));
    return next;
  }

  @Test
  void what_is_held_completes_what_it_intended_and_begins_nothing() {
    String now = "2026-08-22T12:00:00Z";
    staged();
    long version = intended();
    world.says(new LogEntry.Held(P13, "why"));
    assertThat(due(now)).containsExactly(new Due.Publish(P13));
    world.says(new LogEntry.Published(P13, version));
    assertThat(due(now)).isEmpty();
    world.says(new LogEntry.Released(P13, "go on"));
    assertThat(due(now)).containsExactly(new Due.Archive(G13));
  }

  @Test
  void a_late_generation_is_prepared_while_the_first_waits_for_the_archive() {
    staged();
    world.says(new LogEntry.Published(P13, intended()));
    world.lands(H13, "late");
    long late = world.partition(H13).open().orElseThrow().id().number();
    world.closes(H13);
    // Nothing is processed before what is published is archived and what is closed is staged.
    assertThat(due("2026-08-22T12:00:00Z"))
        .containsExactlyInAnyOrder(
            new Due.Archive(G13), new Due.Prepare(new GenerationId(P13, late)));
  }

  @Test
  void what_rests_is_processed_again_if_somebody_asks() {
    carried();
    assertThat(due("2026-08-22T12:00:00Z")).isEmpty();
    world.operations().reprocess(P13, "why");
    assertThat(due("2026-08-22T12:00:00Z")).containsExactly(new Due.Revise(P13, Lane.BACKFILL));
  }
}
