package dev.tidemark.coordinator.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.LogEntry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Grace is 5 minutes, and what is late waits for 10 minutes of quiet. */
class ExplainTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

  private final World world = new World(new MemoryFileSystem());

  @Test
  void an_hour_that_is_open_waits_for_the_watermark_and_for_who_holds_it() {
    world.lands(H13, "a");
    assertThat(waits(H13))
        .isEqualTo(
            "It closes when the watermark reaches 2026-08-22T14:05:00Z (its end and the grace). The"
                + " watermark is not known yet, and follows the clock.");
    world.watermarkReaches("2026-08-22T13:30:00Z");
    assertThat(waits(H13))
        .endsWith("The watermark is at 2026-08-22T13:30:00Z, and follows the clock.");
    world.hasInKafka(1_201);
    assertThat(waits(H13))
        .endsWith("2026-08-22T13:30:00Z, waiting for events-0, which is 1,200 records behind.");
    assertThat(advice(H13)).contains("tidemark close 2026-08-22T13 --force");
  }

  @Test
  void a_watermark_that_does_not_follow_the_clock_is_told() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T13:30:00Z").timePasses(Duration.ofHours(1));
    assertThat(advice(H13)).contains("see whether ingest runs");
  }

  @Test
  void what_is_due_waits_for_a_coordinator() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:05:00Z");
    assertThat(waits(H13)).startsWith("The watermark has passed it, and it is to be closed;");
    world.closes(H13);
    assertThat(waits(H13)).startsWith("It is closed and is to be moved to 'stage';");
    assertThat(advice(H13)).contains("see whether a coordinator runs");
  }

  @Test
  void an_intent_that_names_it_is_told_and_whether_its_run_is_silent() {
    world.lands(H13, "a").intendsToLand(H13, "b");
    assertThat(waits(H13)).startsWith("Run run is landing files in it");
    assertThat(advice(H13)).contains("It takes moments");
    world.timePasses(Duration.ofDays(10));
    assertThat(waits(H13)).contains("nothing was heard of it");
    assertThat(advice(H13)).contains("A coordinator carries it out");
  }

  @Test
  void a_hold_and_a_failure_are_told_with_what_ends_them() {
    world.lands(H13, "a").operations().hold(PartitionId.parse(H13), "look first");
    assertThat(waits(H13)).isEqualTo("It is held by test since 2026-08-22T12:00:00Z: look first.");
    assertThat(advice(H13)).contains("tidemark release 2026-08-22T13");

    world.lands(H14, "b").poison(H14, new LandingException.NeedsOperator("counts differ"));
    world.watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    assertThat(waits(H14)).isEqualTo("PROCESS failed 1 time, and said last: counts differ.");
    assertThat(advice(H14)).contains("tidemark retry 2026-08-22T14");
  }

  @Test
  void what_to_do_is_told_once_where_the_failure_says_it_itself() {
    String error = "The file is gone. Bring it back, then 'tidemark retry 2026-08-22T14'.";
    world.lands(H14, "b").poison(H14, new LandingException.NeedsOperator(error));
    world.watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    assertThat(waits(H14)).isEqualTo("PROCESS failed 1 time, and said last: " + error);
    assertThat(world.operations().explain(PartitionId.parse(H14)).advice()).isEmpty();
  }

  @Test
  void a_failure_that_is_tried_again_says_when() {
    world.lands(H14, "b").poison(H14, new LandingException.Unavailable("HDFS is away", null));
    world.watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    assertThat(waits(H14)).contains("HDFS is away. It is tried again at 2026-08-22T15:06:30Z.");
  }

  @Test
  void advice_names_the_dataset_where_there_are_several() {
    world.lands(H13, "a");
    Operations several =
        new Operations(world.dataset().amongOthers(), world.newJournal(), world.clock());
    PartitionId id = PartitionId.parse(H13);
    several.hold(id, "look");
    assertThat(several.explain(id).advice())
        .contains("'tidemark release 2026-08-22T13 --dataset events' lets it go on.");
    assertThat(world.operations().explain(id).advice())
        .contains("'tidemark release 2026-08-22T13' lets it go on.");
  }

  @Test
  void a_claim_is_told_with_its_end() {
    world.lands(H13, "a").closes(H13);
    world.says(new LogEntry.Staged(World.generation(H13)));
    assertThat(waits(H13)).startsWith("It is to be processed;");
    world.says(
        new LogEntry.Claim(PartitionId.parse(H13), "a1", world.now().plus(Duration.ofMinutes(1))));
    assertThat(waits(H13)).startsWith("Attempt a1 processes it: claimed by test until");
  }

  @Test
  void late_rows_wait_for_quiet_and_what_rests_waits_for_nothing() {
    world.lands(H13, "a", "b").watermarkReaches("2026-08-22T14:05:00Z").coordinatorTicks();
    assertThat(waits(H13))
        .isEqualTo("Nothing: revision 1 is published with 2 rows, and its files are archived.");
    world.lands(H13, "late");
    assertThat(waits(H13))
        .isEqualTo(
            "It is published, and 1 row came late: they are added once none has come for 10 min, at"
                + " 2026-08-22T14:15:00Z at the earliest.");
    world.clockReaches("2026-08-22T14:15:00Z");
    assertThat(waits(H13))
        .isEqualTo(
            "It is published, and 1 row came late: they are added by the coordinator's next looks.");
  }

  @Test
  void an_hour_that_was_skipped_says_why_nothing_is_in_final_and_what_late_rows_wait_for() {
    world.emptyHoursAre(EmptyHours.SKIP).lands(H13, "a");
    world.watermarkReaches("2026-08-22T15:05:00Z").coordinatorTicks();
    long entry = world.partition(H14).skipped().orElseThrow();
    assertThat(waits(H14))
        .isEqualTo(
            "Nothing: no event landed in it, so it was closed and skipped (entry "
                + entry
                + ", by 'empty-hours: skip'). There is nothing of it in 'final'. What lands for it"
                + " late is published as its first revision.");
    assertThat(advice(H14)).isEqualTo("'tidemark reprocess 2026-08-22T14' publishes it, empty.");
    world.lands(H14, "late");
    assertThat(waits(H14))
        .isEqualTo(
            "It was skipped, for nothing had landed in it, and 1 row came late: they are added once"
                + " none has come for 10 min, at 2026-08-22T15:15:00Z at the earliest.");
  }

  @Test
  void an_hour_of_which_nothing_is_known_is_explained_too() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:05:00Z").coordinatorTicks();
    assertThat(waits("2020-01-01T00")).contains("before the first partition that landed");
    assertThat(waits("2026-08-22T20")).startsWith("Nothing has landed in it. It closes when");
  }

  private String waits(String partition) {
    return world.operations().explain(PartitionId.parse(partition)).waitsFor();
  }

  private String advice(String partition) {
    return world.operations().explain(PartitionId.parse(partition)).advice().orElse("");
  }
}
