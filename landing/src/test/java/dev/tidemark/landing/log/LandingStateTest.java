package dev.tidemark.landing.log;

import static dev.tidemark.landing.log.Story.P0;
import static dev.tidemark.landing.log.Story.begun;
import static dev.tidemark.landing.log.Story.publishOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LandingStateTest {
  private static final String H12 = "2026-08-22T12";
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";
  private static final String H15 = "2026-08-22T15";

  @Test
  void s1_no_land_names_a_generation_after_its_close() {
    Story story = begun().lands(H13).closes(H13);
    LandedFile toClosed =
        new LandedFile(
            "late",
            new GenerationId(PartitionId.parse(H13), 0),
            1,
            5,
            P0,
            List.of(new OffsetRange(1, 2)),
            Optional.empty(),
            Optional.empty());
    refused(
        "goes to 2026-08-22T13 generation 6", () -> story.says(Story.land(1, List.of(toClosed))));
    long version = story.state().version() + 1;
    story.lands(H13);
    assertThat(story.partition(H13).generations()).containsOnlyKeys(0L, version);
    // What follows joins the late generation that is open, until it closes too.
    story.lands(H13);
    assertThat(story.partition(H13).open().orElseThrow().files()).hasSize(2);
    story.closes(H13);
    assertThat(story.state().landingGeneration(PartitionId.parse(H13)).number())
        .isEqualTo(story.state().version() + 1);
  }

  @Test
  void a_generation_that_a_pending_intent_names_is_not_closed() {
    Story story = begun().intends(H13);
    refused("pending intent at version 3", () -> story.closes(H13));
    // A close of another partition does not mind.
    story.closes(H12).says(new LogEntry.Landed(3)).closes(H13);
  }

  @Test
  void a_close_names_the_manifest_of_what_landed() {
    Story story = begun().lands(H13);
    LogEntry.Close decidedEarlier =
        story.closeOf(new GenerationId(PartitionId.parse(H13), 0), Optional.empty());
    story.lands(H13);
    refused("manifest", () -> story.says(decidedEarlier));
  }

  @Test
  void s3_offsets_tile() {
    Story story = begun().lands(H13);
    refused("do not follow the landed offset 1", () -> story.says(span(0, 1)));
    refused("do not follow the landed offset 1", () -> story.says(span(2, 3)));
    refused("never added", () -> story.says(gap(new TopicPartition("other", 0), 0, 1)));
    story.says(span(1, 4)).says(gap(P0, 4, 9));
    assertThat(story.state().landed(P0)).isEqualTo(9);
    assertThat(story.state().landed(new TopicPartition("id-0", 7))).isZero();
  }

  @Test
  void a_topic_begins_where_its_entry_says() {
    Story story =
        begun().says(new LogEntry.TopicAdded("more", "id-9", new TreeMap<>(Map.of(1, 40L))));
    assertThat(story.state().landed(new TopicPartition("id-9", 0))).isZero();
    assertThat(story.state().landed(new TopicPartition("id-9", 1))).isEqualTo(40);
  }

  @Test
  void rows_of_spans_match_rows_of_files() {
    LogEntry.Land land =
        new LogEntry.Land(
            "run",
            0,
            List.of(new LogEntry.Span(P0, 0, 1, 1, 0, 0, Optional.empty())),
            List.of(),
            Optional.empty(),
            Map.of());
    refused("0 rows are in files, 1 are claimed", () -> begun().says(land));
  }

  @Test
  void each_line_is_an_offset_of_its_span_and_no_other_lines() {
    LogEntry.Span span = new LogEntry.Span(P0, 0, 3, 2, 0, 0, Optional.empty());
    refused(
        "landed twice, or are outside",
        () -> begun().says(landOf(span, file("a", 0, 1), file("b", 0, 1))));
    refused(
        "landed twice, or are outside",
        () -> begun().says(landOf(span, file("a", 0, 1), file("b", 3, 4))));
    begun().says(landOf(span, file("a", 2, 3), file("b", 0, 1)));
  }

  @Test
  void progress_brings_no_rows_and_stays_within_the_topic() {
    LogEntry.Span rows = new LogEntry.Span(P0, 0, 3, 1, 0, 0, Optional.empty());
    LogEntry.Span markers = new LogEntry.Span(P0, 0, 3, 0, 0, 0, Optional.empty());
    refused("brings no rows", () -> begun().says(progressOf(rows, 3)));
    refused("past the end of the topic", () -> begun().says(progressOf(markers, 2)));
    begun().says(progressOf(markers, 3));
  }

  @Test
  void a_retired_topic_that_is_read_again_goes_on_where_it_stopped() {
    Story story = begun().lands(H13).says(new LogEntry.TopicRetired("id-0", "by mistake"));
    refused("is retired", () -> story.says(span(1, 2)));
    refused(
        "known already, as 'events'",
        () -> story.says(new LogEntry.TopicAdded("other", "id-0", new TreeMap<>())));
    story.says(new LogEntry.TopicAdded("events", "id-0", new TreeMap<>(Map.of(0, 7L))));
    assertThat(story.state().landed(P0)).isEqualTo(1);
    story.lands(H13);
  }

  @Test
  void a_success_does_not_hide_the_failure_of_another_action() {
    PartitionId partition = PartitionId.parse(H13);
    Story story = begun().lands(H13).closes(H13).stages(H13, 0).publishes(H13, 0L);
    story.says(
        new LogEntry.Failed(
            partition, LogEntry.Action.PREPARE, Optional.empty(), "damaged", Optional.empty()));
    story.lands(H13).archives(H13, 0);
    assertThat(story.partition(H13).failure()).isPresent();
  }

  @Test
  void one_intent_at_a_time() {
    Story story = begun().intends(H13);
    refused("still pending", () -> story.intends(H13));
    refused("not pending", () -> story.says(new LogEntry.Landed(2)));
    story.says(new LogEntry.Landed(3));
    refused("not pending", () -> story.says(new LogEntry.Landed(3)));
  }

  @Test
  void a_fenced_run_lands_nothing_but_may_help() {
    Story story = begun().intends(H13).says(new LogEntry.Fence("run"));
    story.says(new LogEntry.Landed(story.state().version() - 1));
    refused("does not hold the claim", () -> story.intends(H13));
    refused("does not hold the claim", () -> story.says(span(1, 2)));
    story.says(new LogEntry.IngestClaim("other", Duration.ofMinutes(1)));
    refused("does not hold the claim", () -> story.intends(H13));
    refused("has no claim", () -> story.says(new LogEntry.Fence("run")));
    refused(
        "Run other lands already",
        () -> story.says(new LogEntry.IngestClaim("run", Duration.ofMinutes(1))));
  }

  @Test
  void every_entry_of_the_run_that_lands_renews_its_claim_and_no_other_does() {
    Story story = begun();
    Instant claimed = story.state().ingest().orElseThrow().until();
    story.says(new LogEntry.TopicAdded("more", "id-1", new TreeMap<>()));
    assertThat(story.state().ingest().orElseThrow().until()).isEqualTo(claimed);
    story.intends(H13);
    assertThat(story.state().ingest().orElseThrow().until()).isAfter(claimed);
  }

  @Test
  void an_entry_that_follows_another_than_the_last_is_refused() {
    LandingState state = begun().state();
    LogRecord stray =
        new LogRecord(
            state.version() + 1,
            "stray",
            Optional.of("another"),
            Instant.EPOCH,
            "test",
            new LogEntry.Fence("run"));
    refused("follows entry 'another'", () -> state.apply(stray));
  }

  @Test
  void the_watermark_never_goes_back() {
    Story story = begun().says(watermark("2026-08-22T13:00:00Z"));
    refused("cannot go back", () -> story.says(watermark("2026-08-22T12:59:59Z")));
    refused(
        "taken back",
        () -> story.says(new LogEntry.Progress("run", List.of(), Optional.empty(), Map.of())));
  }

  @Test
  void the_log_begins_with_created_and_has_no_gap() {
    refused("only that, is 'created'", () -> new Story().says(new LogEntry.Fence("run")));
    refused(
        "cannot follow",
        () ->
            begun()
                .state()
                .apply(
                    new LogRecord(
                        7, "i", Optional.of("id"), Instant.EPOCH, "me", new LogEntry.Fence("r"))));
  }

  @Test
  void closed_through_starts_at_the_least_open_partition_and_moves_on_without_gaps() {
    Story story = begun().lands(H13, H15);
    assertThat(story.state().closedThrough()).isEmpty();
    assertThat(story.state().isClosed(PartitionId.parse(H12))).isFalse();
    story.closes(H15);
    assertThat(story.state().closedThrough()).contains(PartitionId.parse(H13));
    assertThat(story.state().isClosed(PartitionId.parse(H12))).isTrue();
    assertThat(story.state().isClosed(PartitionId.parse(H14))).isFalse();
    story.closes(H13);
    assertThat(story.state().closedThrough()).contains(PartitionId.parse(H14));
    story.closes(H14);
    assertThat(story.state().closedThrough()).contains(PartitionId.parse("2026-08-22T16"));
  }

  @Test
  void a_partition_closed_ahead_of_others_stays_closed_when_it_leaves_the_state() {
    Story story = begun().lands(H13, H15).carries(H15);
    assertThat(story.state().partition(PartitionId.parse(H15))).isEmpty();
    assertThat(story.state().closedAhead()).containsExactly(PartitionId.parse(H15));
    assertThat(story.state().isClosed(PartitionId.parse(H15))).isTrue();
    story.carries(H13, H14);
    assertThat(story.state().closedAhead()).isEmpty();
    assertThat(story.state().isClosed(PartitionId.parse(H15))).isTrue();
    assertThat(story.state().partitions()).isEmpty();
  }

  @Test
  void a_held_partition_does_not_stop_those_after_it_and_stays_open() {
    Story story =
        begun()
            .lands(H12)
            .carries(H12)
            .says(new LogEntry.Held(PartitionId.parse(H13), "why"))
            .lands(H14)
            .carries(H14);
    assertThat(story.state().closedThrough()).contains(PartitionId.parse(H15));
    assertThat(story.state().isClosed(PartitionId.parse(H13))).isFalse();
    assertThat(story.state().closedAhead()).isEmpty();
    story.says(new LogEntry.Released(PartitionId.parse(H13), "why"));
    assertThat(story.state().isClosed(PartitionId.parse(H13))).isFalse();
    story.lands(H13);
    assertThat(story.partition(H13).open().orElseThrow().id().isLate()).isFalse();
  }

  @Test
  void holding_a_partition_that_rests_does_not_open_it() {
    Story story =
        begun().lands(H13).carries(H13).says(new LogEntry.Held(PartitionId.parse(H13), "why"));
    assertThat(story.state().isClosed(PartitionId.parse(H13))).isTrue();
    story.says(new LogEntry.Released(PartitionId.parse(H13), "why"));
    assertThat(story.state().partitions()).isEmpty();
  }

  @Test
  void an_empty_hour_is_published_and_leaves_without_directories() {
    Story story = begun().lands(H12).carries(H12).closes(H13);
    assertThat(story.partition(H13).canProcess()).isTrue();
    assertThat(story.partition(H13).wantsProcessing()).isTrue();
    story.publishes(H13, 0L);
    assertThat(story.state().partitions()).isEmpty();
  }

  @Test
  void an_empty_hour_that_is_skipped_is_closed_and_leaves_by_that_entry() {
    Story story = begun().lands(H12).carries(H12).skips(H13);
    assertThat(story.state().partitions()).isEmpty();
    assertThat(story.state().isClosed(PartitionId.parse(H13))).isTrue();
    assertThat(story.state().closedThrough()).contains(PartitionId.parse(H14));
    refused("is not open", () -> story.skips(H13));
  }

  @Test
  void an_hour_that_is_skipped_ahead_of_an_open_one_stays_closed() {
    Story story = begun().lands(H12, H13).closes(H12).skips(H14);
    assertThat(story.state().closedAhead()).containsExactly(PartitionId.parse(H14));
    story.closes(H13);
    assertThat(story.state().closedAhead()).isEmpty();
    assertThat(story.state().closedThrough()).contains(PartitionId.parse(H15));
  }

  @Test
  void what_landed_is_never_skipped() {
    Story story = begun().lands(H13);
    LogEntry.Close close =
        story.closeOf(new GenerationId(PartitionId.parse(H13), 0), Optional.empty());
    refused(
        "what landed in it is not skipped",
        () ->
            story.says(
                new LogEntry.Close(
                    close.generation(),
                    close.reason(),
                    close.manifestHash(),
                    close.files(),
                    close.rows(),
                    close.bytes(),
                    close.base(),
                    close.note(),
                    Optional.of(EmptyHours.SKIP))));
  }

  @Test
  void a_late_event_for_a_skipped_hour_is_published_with_the_empty_generation() {
    Story story = begun().lands(H12).carries(H12).skips(H13);
    long skipped = story.state().version();
    story.lands(H13);
    long late = story.state().version() - 1;
    assertThat(story.partition(H13).generations()).containsOnlyKeys(late);
    LogEntry.Base base = skippedAt(skipped);
    story.says(story.closeOf(new GenerationId(PartitionId.parse(H13), late), Optional.of(base)));
    assertThat(story.partition(H13).lacksBase()).isFalse();
    assertThat(story.partition(H13).wantsProcessing()).isFalse();
    story.stages(H13, late);
    assertThat(story.partition(H13).canProcess()).isTrue();
    assertThat(story.partition(H13).wantsProcessing()).isTrue();
    story.publishes(H13, 0L, late);
    assertThat(story.partition(H13).publication().orElseThrow().revision()).isEqualTo(1);
    assertThat(story.partition(H13).skipped()).isEmpty();
    story.archives(H13, late);
    assertThat(story.state().partitions()).isEmpty();
  }

  @Test
  void a_skipped_hour_is_published_empty_if_somebody_asks() {
    PartitionId partition = PartitionId.parse(H13);
    Story story = begun().lands(H12).carries(H12).skips(H13);
    LogEntry.Base base = skippedAt(story.state().version());
    refused("nothing was published", () -> story.says(expiringFinal(base)));
    story.says(new LogEntry.Reprocess(partition, "a job waits for it", Optional.of(base)));
    assertThat(story.partition(H13).canProcess()).isTrue();
    assertThat(story.partition(H13).wantsProcessing()).isTrue();
    story.publishes(H13, 0L);
    assertThat(story.state().partitions()).isEmpty();
  }

  @Test
  void a_hold_on_an_hour_that_is_skipped_keeps_it_in_the_state_and_no_longer() {
    PartitionId partition = PartitionId.parse(H13);
    Story story = begun().lands(H12).carries(H12).says(new LogEntry.Held(partition, "why"));
    story.skips(H13);
    assertThat(story.partition(H13).isSkipped()).isTrue();
    story.says(new LogEntry.Released(partition, "why"));
    assertThat(story.state().partitions()).isEmpty();
    story.says(new LogEntry.Held(partition, "why")).says(new LogEntry.Released(partition, "why"));
    assertThat(story.state().partitions()).isEmpty();
  }

  private static LogEntry.Base skippedAt(long version) {
    return new LogEntry.Base(
        version - 1,
        new TreeSet<>(List.of(0L)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(version));
  }

  private static LogEntry.Expire expiringFinal(LogEntry.Base base) {
    return new LogEntry.Expire(
        PartitionId.parse(H13), new TreeSet<>(), true, Optional.empty(), Optional.of(base));
  }

  @Test
  void a_generation_is_archived_only_once_it_is_published() {
    Story story = begun().lands(H13).closes(H13);
    refused("cannot be archived", () -> story.archives(H13, 0));
    refused("not all of generations", () -> story.publishes(H13, 0L));
    story.stages(H13, 0);
    refused("cannot be archived", () -> story.archives(H13, 0));
    story.says(publishOf(H13, "a", story.state().version(), 0L));
    refused("cannot be archived", () -> story.archives(H13, 0));
    refused("cannot become STAGED", () -> story.stages(H13, 0));
  }

  @Test
  void an_attempt_is_barred_by_what_came_since_it_started() {
    Story story = begun().lands(H13).closes(H13).stages(H13, 0);
    long started = story.state().version();
    PartitionId partition = PartitionId.parse(H13);
    story.says(new LogEntry.Held(partition, "why")).says(new LogEntry.Released(partition, "ok"));
    refused("barred", () -> story.says(publishOf(H13, "a", started, 0L)));
    long again = story.state().version();
    // Other partitions' entries and ingest's do not bar.
    story.lands(H14).says(publishOf(H13, "b", again, 0L));
    refused("not complete", () -> story.says(publishOf(H13, "c", again, 0L)));
    story.says(new LogEntry.Published(partition, story.state().version()));
    refused("barred", () -> story.says(publishOf(H13, "c", again, 0L)));
  }

  @Test
  void a_failed_attempt_is_barred_and_only_the_current_one_can_fail() {
    PartitionId partition = PartitionId.parse(H13);
    Story story = begun().lands(H13).closes(H13).stages(H13, 0);
    long started = story.state().version();
    story.says(new LogEntry.Claim(partition, "a", Instant.EPOCH));
    refused("not the current one", () -> story.says(failed(partition, "b")));
    story.says(failed(partition, "a"));
    assertThat(story.partition(H13).failure().orElseThrow().count()).isEqualTo(1);
    refused("barred", () -> story.says(publishOf(H13, "a", started, 0L)));
    story.says(new LogEntry.Claim(partition, "c", Instant.EPOCH)).says(failed(partition, "c"));
    assertThat(story.partition(H13).failure().orElseThrow().count()).isEqualTo(2);
    story.publishes(H13, 0L);
    assertThat(story.partition(H13).failure()).isEmpty();
  }

  @Test
  void an_intended_revision_whose_output_is_lost_is_given_up_and_asked_for_again() {
    PartitionId partition = PartitionId.parse(H13);
    Story story = begun().lands(H13).closes(H13).stages(H13, 0);
    story.says(publishOf(H13, "a", story.state().version(), 0L));
    story.says(
        new LogEntry.Failed(
            partition, LogEntry.Action.PUBLISH, Optional.of("a"), "lost", Optional.empty()));
    assertThat(story.partition(H13).intended()).isEmpty();
    assertThat(story.partition(H13).wantsProcessing()).isTrue();
    story.publishes(H13, 0L).archives(H13, 0);
    assertThat(story.state().partitions()).isEmpty();
  }

  @Test
  void a_late_event_restates_its_hour_and_needs_what_was_published() {
    Story story = begun().lands(H13).carries(H13);
    assertThat(story.state().partitions()).isEmpty();
    long late = story.state().version() + 1;
    story.lands(H13);
    GenerationId generation = new GenerationId(PartitionId.parse(H13), late);
    LogEntry.Base base =
        new LogEntry.Base(
            5,
            new TreeSet<>(List.of(0L)),
            Optional.of(
                new Publication(
                    5,
                    1,
                    new TreeSet<>(List.of(0L)),
                    "attempt",
                    new LogEntry.Counts(1, 1, 0, 0),
                    "c",
                    Optional.empty())),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    story.says(story.closeOf(generation, Optional.of(base))).stages(H13, late);
    assertThat(story.partition(H13).canProcess()).isTrue();
    refused("do not include those published", () -> story.publishes(H13, late));
    story.publishes(H13, 0L, late).archives(H13, late);
    assertThat(story.state().partitions()).isEmpty();
  }

  @Test
  void a_revision_waits_until_what_is_published_is_archived() {
    Story story = begun().lands(H13).closes(H13).stages(H13, 0).publishes(H13, 0L);
    long late = story.state().version() + 1;
    story.lands(H13).closes(H13).stages(H13, late);
    assertThat(story.partition(H13).canProcess()).isFalse();
    story.archives(H13, 0);
    assertThat(story.partition(H13).canProcess()).isTrue();
  }

  @Test
  void a_rollback_publishes_a_copy_and_pins_it_until_it_is_released() {
    Story story = restated();
    refused("has no earlier revision 2; there are [1]", () -> story.says(rollback(2)));
    long started = story.state().version();
    story.says(rollback(1));
    refused("barred", () -> story.says(publishOf(H13, "old", started, 0L)));
    refused("is no copy of revision 1", () -> story.publishes(H13, 0L, lateOf(story)));
    story.publishes(H13, 0L);
    assertThat(story.partition(H13).wanted()).isEmpty();
    assertThat(story.partition(H13).publication().orElseThrow().revision()).isEqualTo(3);

    long late = story.state().version() + 1;
    story.lands(H13).closes(H13).stages(H13, late);
    assertThat(story.partition(H13).wantsProcessing()).isFalse();
    refused("is pinned: why", () -> story.publishes(H13, 0L, lateOf(story), late));

    story.says(new LogEntry.Released(PartitionId.parse(H13), "mended"));
    assertThat(story.partition(H13).canProcess() && story.partition(H13).wantsProcessing())
        .isTrue();
    long first = lateOf(story);
    story.publishes(H13, 0L, first, late).archives(H13, first).archives(H13, late);
    assertThat(story.state().partitions()).isEmpty();
  }

  @Test
  void a_copy_that_is_lost_is_still_wanted() {
    Story story = restated().says(rollback(1));
    story.says(publishOf(H13, "copy", story.state().version(), 0L));
    refused("is not complete", () -> story.says(rollback(1)));
    story.says(
        new LogEntry.Failed(
            PartitionId.parse(H13),
            LogEntry.Action.PUBLISH,
            Optional.of("copy"),
            "lost",
            Optional.empty()));
    assertThat(story.partition(H13).reprocess()).isEmpty();
    assertThat(story.partition(H13).wanted()).isPresent();
    // Letting it try again is not taking the pin off.
    story.says(new LogEntry.Released(PartitionId.parse(H13), "again"));
    assertThat(story.partition(H13).wanted()).isPresent();
    assertThat(story.partition(H13).pin()).contains("why");
  }

  @Test
  void a_request_to_process_again_ends_a_rollback() {
    Story story = restated().says(rollback(1));
    story.says(new LogEntry.Reprocess(PartitionId.parse(H13), "all", Optional.empty()));
    assertThat(story.partition(H13).wanted()).isEmpty();
    assertThat(story.partition(H13).pin()).isEmpty();
    story.publishes(H13, 0L, lateOf(story));
  }

  /** Two revisions, and the second is not quite archived, so that the hour stays in the state. */
  private static Story restated() {
    Story story = begun().lands(H13).closes(H13).stages(H13, 0).publishes(H13, 0L);
    long late = story.state().version() + 1;
    story.lands(H13).closes(H13).stages(H13, late).archives(H13, 0);
    return story.publishes(H13, 0L, late);
  }

  private static long lateOf(Story story) {
    return story.partition(H13).generations().keySet().stream()
        .filter(g -> g > 0)
        .findFirst()
        .orElseThrow();
  }

  private static LogEntry.Rollback rollback(int revision) {
    return new LogEntry.Rollback(PartitionId.parse(H13), revision, "why", Optional.empty());
  }

  @Test
  void what_rests_expires_and_stays_expired() {
    Story story = begun().lands(H13).carries(H13);
    PartitionId id = PartitionId.parse(H13);
    LogEntry.Base base = baseOf(story, Optional.empty());
    LogEntry.Expire expire =
        new LogEntry.Expire(
            id, new TreeSet<>(List.of(0L)), false, Optional.empty(), Optional.of(base));
    story.says(expire);
    long version = story.state().version();
    assertThat(story.partition(H13).isExpiring()).isTrue();
    refused("not at rest", () -> story.says(expire));
    refused(
        "is removing parts of it",
        () -> story.says(new LogEntry.Reprocess(id, "why", Optional.empty())));
    refused("is removing parts of it", () -> story.publishes(H13, 0L));
    refused("nothing is being removed", () -> story.says(new LogEntry.Expired(id, version + 1)));
    Expiry expiry = story.partition(H13).expiry().orElseThrow().done();
    story.says(new LogEntry.Expired(id, version));
    assertThat(story.state().partitions()).isEmpty();

    long late = story.state().version() + 1;
    story.lands(H13);
    LogEntry.Base after = baseOf(story, Optional.of(expiry));
    story.says(story.closeOf(new GenerationId(id, late), Optional.of(after))).stages(H13, late);
    assertThat(story.partition(H13).wantsProcessing()).isFalse();
    refused("deleted its archived files", () -> story.publishes(H13, 0L, late));
    refused(
        "deleted its archived files. What is published stays",
        () -> story.says(new LogEntry.Reprocess(id, "why", Optional.empty())));
    refused("not at rest", () -> story.says(expire));
    story.archives(H13, late);
    assertThat(story.state().partitions()).isEmpty();
    refused(
        "only published ones",
        () ->
            story.says(
                new LogEntry.Expire(
                    id, new TreeSet<>(List.of(0L)), false, Optional.empty(), Optional.of(after))));
  }

  @Test
  void what_is_not_archived_or_held_does_not_expire() {
    PartitionId id = PartitionId.parse(H13);
    Story story = begun().lands(H13);
    LogEntry.Expire expire =
        new LogEntry.Expire(id, new TreeSet<>(), true, Optional.empty(), Optional.empty());
    refused("not at rest", () -> story.says(expire));
    story.closes(H13).stages(H13, 0).publishes(H13, 0L);
    refused("not at rest", () -> story.says(expire));
    story.archives(H13, 0);
    Optional<LogEntry.Base> base = Optional.of(baseOf(story, Optional.empty()));
    story.says(new LogEntry.Reprocess(id, "stays in the state", base));
    story.says(new LogEntry.Held(id, "why"));
    refused("not at rest", () -> story.says(expire));
    refused("nothing is named", () -> begunAndCarried().says(expiring(base, Optional.empty())));
    refused("is not between", () -> begunAndCarried().says(expiring(base, Optional.of(999L))));
  }

  private static Story begunAndCarried() {
    return begun().lands(H13).carries(H13);
  }

  private static LogEntry.Expire expiring(Optional<LogEntry.Base> base, Optional<Long> replaced) {
    return new LogEntry.Expire(PartitionId.parse(H13), new TreeSet<>(), false, replaced, base);
  }

  private static LogEntry.Base baseOf(Story story, Optional<Expiry> expiry) {
    return new LogEntry.Base(
        story.state().version(),
        new TreeSet<>(List.of(0L)),
        Optional.of(
            new Publication(
                story.state().version(),
                1,
                new TreeSet<>(List.of(0L)),
                "attempt",
                new LogEntry.Counts(1, 1, 0, 0),
                "config",
                Optional.empty())),
        Optional.empty(),
        expiry,
        Optional.empty());
  }

  @Test
  void a_topic_created_anew_is_another_topic() {
    Story story =
        begun()
            .lands(H13)
            .says(new LogEntry.TopicReset("events", "id-1", new TreeMap<>(), "recreated"));
    assertThat(story.state().topicId("events")).contains("id-1");
    assertThat(story.state().landed(new TopicPartition("id-1", 0))).isZero();
    refused(
        "read already",
        () -> story.says(new LogEntry.TopicAdded("events", "id-2", new TreeMap<>())));
    story.says(new LogEntry.TopicRetired("id-1", "gone"));
    assertThat(story.state().topicId("events")).isEmpty();
  }

  private static LogEntry.Failed failed(PartitionId partition, String attempt) {
    return new LogEntry.Failed(
        partition, LogEntry.Action.PROCESS, Optional.of(attempt), "boom", Optional.empty());
  }

  private static LogEntry.Land landOf(LogEntry.Span span, LandedFile... files) {
    return new LogEntry.Land("run", 0, List.of(span), List.of(files), Optional.empty(), Map.of());
  }

  private static LandedFile file(String name, long from, long until) {
    return new LandedFile(
        name,
        new GenerationId(PartitionId.parse(H13), 0),
        until - from,
        5,
        P0,
        List.of(new OffsetRange(from, until)),
        Optional.empty(),
        Optional.empty());
  }

  private static LogEntry.Progress progressOf(LogEntry.Span span, long end) {
    return new LogEntry.Progress("run", List.of(span), Optional.empty(), Map.of(P0, end));
  }

  private static LogEntry.Progress span(long from, long until) {
    return new LogEntry.Progress(
        "run",
        List.of(new LogEntry.Span(P0, from, until, 0, until - from, 0, Optional.empty())),
        Optional.empty(),
        Map.of());
  }

  private static LogEntry.Gap gap(TopicPartition source, long from, long until) {
    return new LogEntry.Gap(source, from, until, "expired");
  }

  private static LogEntry.Progress watermark(String time) {
    return new LogEntry.Progress("run", List.of(), Optional.of(Instant.parse(time)), Map.of());
  }

  private static void refused(String message, ThrowingCallable telling) {
    assertThatThrownBy(telling)
        .isInstanceOf(IllegalEntryException.class)
        .hasMessageContaining(message);
  }
}
