package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.batch.expire.Expire;
import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.action.ExpirePartition;
import dev.tidemark.coordinator.policy.Retention;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.PartitionState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What changes something. */
class VerbsTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";
  private static final PartitionId P13 = PartitionId.parse(H13);

  @TempDir private Path root;
  private World world;
  private Tidemark tidemark;

  /** Hour 13 rests in the archive, hour 14 is open. */
  @BeforeEach
  void twoHours() {
    world = new World(FileSystems.open(root.toUri()), Granularity.HOUR, root.toUri());
    world.lands(H13, "a", "b", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.lands(H14, "c");
    tidemark = new Tidemark(root);
  }

  @Test
  void what_stops_a_partition_is_told_in_the_list_and_when_shown() {
    world.poison(H14, new LandingException.NeedsOperator("the counts do not add up"));
    world.closes(H14).coordinatorTicks();
    assertThat(tidemark.run("partitions")).isZero();
    assertThat(tidemark.out()).contains("failed").contains("2026-08-22T14: the counts do not");
    assertThat(tidemark.run("partitions", "show", H14)).isZero();
    assertThat(tidemark.out())
        .contains("PROCESS failed 1 time: the counts do not add up.")
        .contains("'tidemark retry 2026-08-22T14' tries again.");
  }

  @Test
  void hold_and_release() {
    assertThat(tidemark.run("hold", H14, "--reason", "look first")).isZero();
    assertThat(tidemark.out().strip())
        .isEqualTo("2026-08-22T14 is held. 'tidemark release 2026-08-22T14' lets it go on.");
    assertThat(world.partition(H14).hold()).contains("look first");
    assertThat(tidemark.run("hold", H14)).isEqualTo(3);
    assertThat(tidemark.err().strip()).isEqualTo("2026-08-22T14 is held already.");

    assertThat(tidemark.run("release", H14)).isZero();
    assertThat(world.partition(H14).hold()).isEmpty();
    assertThat(tidemark.run("release", H14)).isEqualTo(3);
    assertThat(tidemark.err().strip())
        .isEqualTo("2026-08-22T14 is neither held nor failed nor pinned.");
  }

  @Test
  void retry_tries_again_what_failed_and_nothing_else() throws Exception {
    assertThat(tidemark.run("retry", H13)).isEqualTo(3);
    assertThat(tidemark.err().strip())
        .startsWith(
            "2026-08-22T13 has not failed. 'tidemark explain' says of it: Nothing: revision 1 is");
    world.poison(H14, new LandingException.NeedsOperator("the counts do not add up"));
    world.closes(H14).coordinatorTicks();
    assertThat(tidemark.run("hold", H14, "--reason", "look first")).isZero();
    assertThat(tidemark.run("retry", H14)).isEqualTo(3);
    assertThat(tidemark.err()).contains("2026-08-22T14 is held: look first.");
    assertThat(world.partition(H14).failure()).isPresent();
    assertThat(tidemark.run("release", H14)).isZero();

    world.coordinatorTicks();
    assertThat(world.partition(H14).failure()).isPresent();
    assertThat(tidemark.run("retry", H14, "-o", "json", "--reason", "mended")).isZero();
    assertThat(tidemark.json().get(0).get("partition").asText()).isEqualTo(H14);
    assertThat(tidemark.json().get(0).get("message").asText())
        .isEqualTo("2026-08-22T14 is tried again at the coordinator's next look.");
    assertThat(world.partition(H14).failure()).isEmpty();
    world.cure(H14).coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("c");
  }

  @Test
  void a_range_may_be_only_what_failed_is_missing_or_outdated() throws Exception {
    String[] range = {"reprocess", "--from", H13, "--yes", "--only"};
    assertThat(tidemark.run(with(range, "failed"))).isEqualTo(3);
    assertThat(tidemark.err()).contains("None there is failed.");
    assertThat(tidemark.run(with(range, "missing"))).isEqualTo(3);
    assertThat(tidemark.run("reprocess", H13, "--only", "failed")).isEqualTo(2);

    world.poison(H14, new LandingException.NeedsOperator("the counts do not add up"));
    world.closes(H14).coordinatorTicks();
    assertThat(tidemark.run("reprocess", "--from", H13, "--only", "missing", "--dry-run")).isZero();
    assertThat(tidemark.out()).contains(H14).doesNotContain(H13);
    world.cure(H14);
    assertThat(withCoordinator(with(range, "failed"))).isZero();
    assertThat(tidemark.out()).containsPattern("2026-08-22T14 +0 +0 +0 +0 +1 +1 +0 +0");
    assertThat(world.finalRows(H14)).containsExactly("c");
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(1);

    // What the test's processing writes down is no hash of the declarations in conf/events.
    assertThat(withCoordinator(with(range, "outdated"))).isZero();
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(2);
    assertThat(world.partition(H14).publication().orElseThrow().revision()).isEqualTo(2);
  }

  @Test
  void what_was_rolled_back_to_the_present_configuration_is_told_when_it_is_not_outdated()
      throws Exception {
    world.processesAs(tidemark.configHash());
    world.operations().reprocess(P13, "right");
    world.coordinatorTicks();
    world.lands(H13, "late").timePasses(Duration.ofMinutes(10));
    world.processesAs("bad").coordinatorTicks();
    world.operations().rollback(P13, 2, "bad event types");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");

    assertThat(tidemark.run("reprocess", "--from", H13, "--only", "outdated", "--yes"))
        .isEqualTo(3);
    assertThat(tidemark.err())
        .contains(
            "2026-08-22T13 is left out, for it was rolled back to a revision of the present"
                + " configuration. It is pinned since it was rolled back: bad event types. It lacks"
                + " rows of a later revision. 'tidemark release 2026-08-22T13' or 'tidemark"
                + " reprocess 2026-08-22T13' makes a revision of all that landed.")
        .contains("None there is outdated.");
    assertThat(tidemark.run("release", H13)).isZero();
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "late");
  }

  private static String[] with(String[] arguments, String last) {
    String[] all = Arrays.copyOf(arguments, arguments.length + 1);
    all[arguments.length] = last;
    return all;
  }

  @Test
  void close_wants_to_be_forced() {
    assertThat(tidemark.run("close", H14)).isEqualTo(3);
    assertThat(tidemark.err()).contains("add --force");
    assertThat(world.partition(H14).isClosed()).isFalse();
    assertThat(tidemark.run("close", H14, "--force")).isZero();
    assertThat(world.partition(H14).isClosed()).isTrue();
    assertThat(tidemark.run("close", H14, "--force")).isEqualTo(3);
    assertThat(tidemark.err())
        .contains("2026-08-22T14 has nothing open to be closed. It is closed and is to be moved");
  }

  @Test
  void a_coordinator_that_runs_takes_the_request_up() throws Exception {
    assertThat(withCoordinator("reprocess", "--from", H13, "--yes")).isZero();
    assertThat(tidemark.out()).containsPattern("2026-08-22T13 +1 +2 +1 +0 +2 +2 +1 +0");
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    PartitionState after = world.partition(H13);
    assertThat(after.publication().orElseThrow().revision()).isEqualTo(2);
    assertThat(after.reprocess()).isEmpty();
  }

  @Test
  void when_it_fails_the_old_revision_stands_and_the_exit_code_says_so() throws Exception {
    world.poison(H13, new LandingException.NeedsOperator("the counts do not add up"));
    assertThat(withCoordinator("reprocess", H13)).isEqualTo(1);
    assertThat(tidemark.err()).contains("2026-08-22T13: the counts do not add up");
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
  }

  private int withCoordinator(String... arguments) throws InterruptedException {
    ScheduledExecutorService daemon = Executors.newSingleThreadScheduledExecutor();
    Future<?> ticking =
        daemon.scheduleWithFixedDelay(world::coordinatorTicks, 0, 20, TimeUnit.MILLISECONDS);
    try {
      int code = tidemark.run(arguments);
      assertThat(ticking).isNotDone();
      return code;
    } finally {
      daemon.shutdown();
      assertThat(daemon.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void rollback_brings_the_revision_before_back_and_pins_it() throws Exception {
    assertThat(tidemark.run("rollback", H13)).isEqualTo(3);
    assertThat(tidemark.err()).contains("2026-08-22T13 has no earlier revision");
    world.lands(H13, "late").timePasses(Duration.ofMinutes(10)).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "late");

    assertThat(tidemark.run("rollback", H13, "--revision", "7")).isEqualTo(3);
    assertThat(tidemark.err()).contains("no earlier revision 7; there are [1].");
    assertThat(tidemark.run("rollback", H13, "--reason", "late was wrong")).isZero();
    assertThat(tidemark.out())
        .contains("2026-08-22T13 goes back to revision 1 (2 rows) at the coordinator's next look");
    assertThat(tidemark.run("explain", H13)).isZero();
    assertThat(tidemark.out()).contains("A copy of revision 1 is to be published");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");

    world.lands(H13, "later").timePasses(Duration.ofHours(2)).coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    assertThat(tidemark.run("partitions", "show", H13)).isZero();
    assertThat(tidemark.out())
        .contains("2026-08-22T13  pinned", "Pinned: late was wrong", "Revision 3 in final")
        .contains("Earlier revisions: 1 (2 rows), 2 (3 rows)");
    assertThat(tidemark.run("explain", H13)).isZero();
    assertThat(tidemark.out())
        .contains(
            "It is pinned since it was rolled back: late was wrong. 1 row came late and waits")
        .contains("'tidemark release 2026-08-22T13'");
    assertThat(tidemark.run("audit")).as(tidemark.out()).isZero();

    assertThat(tidemark.run("release", H13)).isZero();
    assertThat(tidemark.out())
        .contains(
            "2026-08-22T13 is released. It is to be processed; a coordinator does it at its next look.");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "late", "later");
    assertThat(world.rests(H13)).isTrue();
    assertThat(tidemark.run("audit")).as(tidemark.out()).isZero();
  }

  @Test
  void what_of_a_backfill_still_waits_can_be_listed() {
    assertThat(tidemark.run("partitions", "--state", "requested")).isZero();
    assertThat(tidemark.out()).doesNotContain(H13);
    world.operations().reprocess(P13, "again");
    assertThat(tidemark.run("partitions", "--state", "requested")).isZero();
    assertThat(tidemark.out()).containsPattern("2026-08-22T13 +requested .* 1 ");
    world.coordinatorTicks();
    assertThat(tidemark.run("partitions", "--state", "requested")).isZero();
    assertThat(tidemark.out()).doesNotContain(H13);
  }

  @Test
  void release_of_a_revision_that_lacks_nothing_only_takes_the_pin_off() throws Exception {
    world.operations().reprocess(P13, "again");
    world.coordinatorTicks().operations().rollback(P13, 1, "as it was");
    world.coordinatorTicks();
    assertThat(tidemark.run("explain", H13)).isZero();
    assertThat(tidemark.out().replaceAll("\\s+", " "))
        .contains(
            "'tidemark reprocess 2026-08-22T13' makes a new revision of all that landed;"
                + " 'tidemark release 2026-08-22T13' only takes the pin off, so that late events are"
                + " added again.");

    assertThat(tidemark.run("release", H13)).isZero();
    assertThat(tidemark.out().replaceAll("\\s+", " "))
        .contains("2026-08-22T13 is released. Nothing: revision 3 is published with 2 rows");
    world.coordinatorTicks();
    assertThat(world.partition(P13.toString()).publication().orElseThrow().revision()).isEqualTo(3);
  }

  @Test
  void reprocess_ends_a_rollback_and_every_revision_can_be_brought_back() {
    world.lands(H13, "late").timePasses(Duration.ofMinutes(10)).coordinatorTicks();
    world.operations().rollback(P13, 1, "why");
    world.coordinatorTicks().operations().reprocess(P13, "mended");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "late");
    assertThat(world.rests(H13)).isTrue();
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(4);

    assertThat(tidemark.run("rollback", H13, "--revision", "3")).isZero();
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
  }

  @Test
  void a_revision_that_is_gone_cannot_be_brought_back() throws IOException {
    world.operations().reprocess(P13, "again");
    world.coordinatorTicks();
    FileSystems.open(root.toUri()).deleteTree("final/.replaced");
    assertThat(tidemark.run("rollback", H13)).isEqualTo(3);
    assertThat(tidemark.err()).contains("Revision 1 of 2026-08-22T13 is not in final/.replaced");
    assertThat(world.rests(H13)).isTrue();

    // As when it went between the request and the copy.
    world.operations().rollback(P13, 1, "why");
    world.coordinatorTicks();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    assertThat(world.partition(H13).failure().orElseThrow().last().error())
        .contains("cannot be rolled back: revision 1 is not in final/.replaced any more");
    world.operations().reprocess(P13, "end it");
    world.coordinatorTicks();
    assertThat(world.rests(H13)).isTrue();
  }

  /** As one does that is killed before the first delete, or may not delete. */
  private void beginsToExpire(PartitionId id) {
    Optional<Duration> day = Optional.of(Duration.ofDays(1));
    world.keeps(new RetentionConfig(day, day, day, RetentionConfig.LEAST_LOG));
    ExpirePartition expire =
        new ExpirePartition(
            world.newJournal(),
            new Retention(world.dataset()),
            new Expire(FileSystems.open(root.toUri())));
    assertThat(expire.begin(id, Instant.now())).isTrue();
  }

  @Test
  void expire_shows_what_would_go_and_removes_it_when_told_to() throws Exception {
    assertThat(tidemark.run("expire")).isEqualTo(3);
    assertThat(tidemark.err()).contains("'retention' of dataset 'events' names no age");
    Tidemark keeping = new Tidemark(root).with("retention: {archive: P1D, final: P1D}");
    assertThat(keeping.run("expire", "--to", H13)).isZero();
    assertThat(keeping.out())
        .containsPattern("2026-08-22T13 +2 +1 +6 +-")
        .contains("Would remove what is listed, of 1 partition. Nothing was changed; add --yes.");
    assertThat(world.finalRows(H13)).containsExactly("a", "b");

    world.operations().hold(P13, "needed");
    assertThat(keeping.run("expire", "--yes")).isZero();
    assertThat(keeping.out()).contains("nothing was removed.");
    world.operations().release(P13, "not needed");

    // As with a quota that is used up: an entry cannot be written.
    Path scratch = root.resolve("_landing/.tmp");
    Path aside = root.resolve("_landing/.tmp-aside");
    Files.move(scratch, aside);
    Files.createFile(scratch);
    assertThat(keeping.run("expire", "--yes")).isEqualTo(1);
    assertThat(keeping.out()).contains("Removed what is listed of 0 of 1 partition.");
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    Files.delete(scratch);
    Files.move(aside, scratch);

    beginsToExpire(P13);
    assertThat(keeping.run("expire", "--to", "2026-08-22T12")).isZero();
    assertThat(keeping.out()).contains("Nothing has reached its age");
    assertThat(keeping.run("expire")).isZero();
    assertThat(keeping.out())
        .containsPattern("2026-08-22T13 +2 +1 +6 +-")
        .contains("Of 1 partition the removal had begun before.");
    assertThat(keeping.run("expire", "-o", "json")).isZero();
    assertThat(keeping.json().get(0).get("begun").asBoolean()).isTrue();
    assertThat(world.finalRows(H13)).containsExactly("a", "b");
    assertThat(keeping.run("expire", "--yes")).isZero();
    assertThat(keeping.out()).contains("Removed what is listed, of 1 partition.");
    assertThat(world.finalRows(H13)).isEmpty();
    assertThat(world.archivedRows(H13)).isEmpty();
    assertThat(world.rests(H13)).isTrue();
    assertThat(keeping.run("expire", "-o", "json")).isZero();
    assertThat(keeping.json()).isEmpty();

    assertThat(tidemark.run("partitions", "--state", "expired")).isZero();
    assertThat(tidemark.out()).containsPattern("2026-08-22T13 +expired +0 +3 +1 +0");
    assertThat(tidemark.run("partitions", "show", H13)).isZero();
    assertThat(tidemark.out())
        .contains("Revision 1, which retention removed from final/")
        .contains("Generation 0  archived in (removed by retention)");
    assertThat(tidemark.run("explain", H13)).isZero();
    assertThat(tidemark.out()).contains("it has expired");
    assertThat(tidemark.run("reprocess", "--from", H13, "--to", H13, "--yes")).isEqualTo(3);
    assertThat(tidemark.err()).contains("its archived files have expired");
    assertThat(tidemark.run("rollback", H13)).isEqualTo(3);
    assertThat(tidemark.run("quarantine")).isZero();
    assertThat(tidemark.run("audit")).isZero();
  }

  @Test
  void a_held_partition_is_not_rolled_back() {
    world.operations().reprocess(P13, "again");
    world.coordinatorTicks();
    world.operations().hold(P13, "look first");
    assertThat(tidemark.run("rollback", H13)).isEqualTo(3);
    assertThat(tidemark.err()).contains("2026-08-22T13 is held: look first.");
  }

  @Test
  void a_dataset_that_is_not_configured_is_wrong_configuration() {
    assertThat(tidemark.run("partitions", "--dataset", "others")).isNotZero();
    assertThat(tidemark.run("hold", H14, "--dataset", "events")).isZero();
    assertThat(world.operations().partition(P13).hold()).isEmpty();
  }
}
