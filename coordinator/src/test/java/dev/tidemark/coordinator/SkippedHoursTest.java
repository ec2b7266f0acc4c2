package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.coordinator.action.Close;
import dev.tidemark.coordinator.audit.Audit;
import dev.tidemark.coordinator.audit.AuditReport;
import dev.tidemark.coordinator.operations.PartitionChanges;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRepair;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Something landed in hours 13 and 16; in hours 14 and 15 nothing did, and they are skipped. */
class SkippedHoursTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";
  private static final String H15 = "2026-08-22T15";
  private static final String H16 = "2026-08-22T16";
  private static final PartitionId P14 = PartitionId.parse(H14);
  private static final PartitionId P15 = PartitionId.parse(H15);
  private static final String H16_DUE = "2026-08-22T17:06:00Z";
  private static final Duration LATE_QUIET = Duration.ofMinutes(10);

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final World world = new World(files).emptyHoursAre(EmptyHours.SKIP);

  private World skips() {
    world.lands(H13, "a").lands(H16, "b").watermarkReaches(H16_DUE).coordinatorTicks();
    assertThat(world.rests(H14) && world.rests(H15)).isTrue();
    return world;
  }

  private Standing standing(String hour) {
    return world.operations().summary(world.partition(hour)).standing();
  }

  private AuditReport audit() {
    return new Audit(world.newJournal(), files).run(Optional.empty(), Optional.empty());
  }

  @Test
  void an_hour_without_events_is_closed_by_one_entry_and_leaves_nothing_but_a_record() {
    skips();
    assertThat(world.isDone(H13) && world.isDone(H16)).isTrue();
    assertThat(world.exists(LandingZone.published(P14))).isFalse();
    assertThat(world.names("final/.replaced/dt=2026-08-22")).containsExactly("hr=13", "hr=16");
    assertThat(world.names(LandingZone.records(P14))).hasSize(1);
    assertThat(world.state().partitions()).isEmpty();
    assertThat(entriesOf(H14)).hasSize(1).allMatch(e -> e instanceof LogEntry.Close);
    assertThat(audit().findings()).isEmpty();
    assertThat(audit().notes()).isEmpty();
    assertThat(audit().totals().waiting()).isZero();
  }

  private List<LogEntry> entriesOf(String hour) {
    return LongStream.rangeClosed(0, world.state().version())
        .mapToObj(v -> world.newJournal().entry(v).orElseThrow().entry())
        .filter(e -> e instanceof LogEntry.OfPartition of && of.partition().toString().equals(hour))
        .toList();
  }

  @Test
  void it_is_listed_as_skipped_whoever_asks() {
    long before = world.lands(H13, "a").state().version();
    skips();
    assertThat(world.operations().partitions(Optional.empty(), Optional.empty()))
        .extracting(PartitionSummary::standing)
        .containsExactly(Standing.ARCHIVED, Standing.SKIPPED, Standing.SKIPPED, Standing.ARCHIVED);
    assertThat(
            world
                .operations()
                .newest(Optional.empty(), Optional.empty(), Optional.of(Standing.SKIPPED), 10)
                .partitions())
        .extracting(p -> p.partition().toString())
        .containsExactly(H14, H15);
    assertThat(world.operations().changedSince(before, 1_000).partitions())
        .extracting(PartitionChanges.Change::partition)
        .contains(P14);
  }

  @Test
  void a_late_event_is_published_as_the_first_revision() {
    skips().lands(H14, "late").coordinatorTicks();
    assertThat(standing(H14)).isEqualTo(Standing.LATE);
    assertThat(world.isDone(H14)).isFalse();
    assertThat(audit().totals().waiting()).isEqualTo(1);
    world.timePasses(LATE_QUIET).coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("late");
    assertThat(world.archivedRows(H14)).containsExactly("late");
    assertThat(world.partition(H14).publication().orElseThrow().revision()).isEqualTo(1);
    assertThat(standing(H14)).isEqualTo(Standing.ARCHIVED);
    assertThat(world.rests(H14)).isTrue();
    world.lands(H14, "later").timePasses(LATE_QUIET).coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("late", "later");
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void events_that_land_before_it_closes_are_never_skipped() {
    world.lands(H13, "a").lands(H14, "b").watermarkReaches(H16_DUE).coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("b");
    assertThat(standing(H15)).isEqualTo(Standing.SKIPPED);
  }

  @ParameterizedTest
  @EnumSource
  void another_answer_in_the_configuration_disturbs_no_hour_that_is_closed(EmptyHours first) {
    EmptyHours second = first == EmptyHours.SKIP ? EmptyHours.PUBLISH : EmptyHours.SKIP;
    world.emptyHoursAre(first);
    skips();
    world.emptyHoursAre(second).coordinatorTicks();
    world.watermarkReaches("2026-08-22T18:06:00Z").coordinatorTicks();
    for (String hour : List.of(H14, H15)) {
      assertThat(world.isDone(hour)).isEqualTo(first == EmptyHours.PUBLISH);
    }
    assertThat(world.isDone("2026-08-22T17")).isEqualTo(second == EmptyHours.PUBLISH);
    assertThat(world.state().partitions()).isEmpty();
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void who_asks_for_it_by_name_gets_it_published_empty() {
    skips();
    assertThatThrownBy(
            () ->
                world.operations().reprocessPlan(Optional.of(P14), Optional.of(P15), p -> true, 10))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("Nothing of that is published");
    assertThat(
            world
                .operations()
                .reprocessPlan(Optional.of(P14), Optional.of(P14), p -> true, 1)
                .partitions())
        .hasSize(1);
    world.operations().reprocess(P14, "a job waits for it");
    assertThat(standing(H14)).isEqualTo(Standing.REQUESTED);
    world.coordinatorTicks();
    assertThat(world.isDone(H14)).isTrue();
    assertThat(world.finalRows(H14)).isEmpty();
    assertThat(world.rests(H14)).isTrue();
    assertThat(standing(H14)).isEqualTo(Standing.ARCHIVED);
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void a_hold_on_it_and_its_release_change_nothing() {
    skips();
    world.operations().hold(P14, "look first");
    assertThat(standing(H14)).isEqualTo(Standing.HELD);
    world.lands(H14, "late").timePasses(LATE_QUIET).coordinatorTicks();
    assertThat(world.isDone(H14)).isFalse();
    world.operations().release(P14, "seen");
    world.coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("late");
    assertThat(world.rests(H14)).isTrue();

    world.operations().hold(P15, "look first");
    world.operations().release(P15, "seen");
    assertThat(standing(H15)).isEqualTo(Standing.SKIPPED);
    assertThat(world.rests(H15)).isTrue();
  }

  @Test
  void one_that_is_held_open_is_skipped_once_it_is_closed() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.says(new LogEntry.Held(P14, "look first"));
    world.watermarkReaches(H16_DUE).coordinatorTicks();
    assertThat(world.partition(H14).isClosed()).isFalse();
    world.operations().close(P14, Optional.of("nobody sends"));
    assertThat(world.partition(H14).isSkipped()).isTrue();
    assertThat(standing(H14)).isEqualTo(Standing.HELD);
    world.operations().release(P14, "seen");
    world.coordinatorTicks();
    assertThat(standing(H14)).isEqualTo(Standing.SKIPPED);
    assertThat(world.rests(H14)).isTrue();
  }

  @Test
  void nothing_of_it_can_expire() {
    Optional<Duration> day = Optional.of(Duration.ofDays(1));
    skips().keeps(new RetentionConfig(day, day, day, RetentionConfig.LEAST_LOG));
    world.timePasses(Duration.ofDays(2)).coordinatorTicks();
    assertThat(standing(H13)).isEqualTo(Standing.EXPIRED);
    assertThat(standing(H14)).isEqualTo(Standing.SKIPPED);
    assertThat(world.operations().expirable(Optional.empty(), Optional.empty())).isEmpty();
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void a_log_that_is_repaired_knows_it_by_its_record() throws IOException {
    skips().lands(H14, "late").timePasses(LATE_QUIET);
    LogEntry.Created created = world.state().created().orElseThrow();
    files.deleteTree(LandingZone.logDirectory());
    repair(created);
    LandingState repaired = world.newJournal().refresh();
    assertThat(repaired.closedThrough()).contains(PartitionId.parse("2026-08-22T17"));
    assertThat(repaired.partitions()).isEmpty();
    world.restarts().claims("run");
    assertThat(world.state().landed(World.SOURCE)).isEqualTo(2);
    world.lands(H14, "late").timePasses(LATE_QUIET).coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("late");
    assertThat(world.exists(LandingZone.published(P15))).isFalse();
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void a_repair_takes_no_file_for_recorded_because_somebody_meant_to_skip_its_hour()
      throws IOException {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    meansToSkip(H14, "b");
    world.coordinatorTicks();
    assertThat(world.partition(H14).isClosed()).isFalse();
    String torn = LandingZone.logEntry(world.state().version());
    files.deleteFile(torn);
    files.write(torn, new byte[] {'{'});
    repair(null);
    world.restarts().claims("run");
    assertThat(world.state().landed(World.SOURCE)).as("to be read again").isEqualTo(1);
    world.lands(H14, "b").timePasses(Duration.ofHours(3)).coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("b");
    assertThat(audit().findings()).isEmpty();
  }

  /** Its record is written, then an event comes, and the one who meant to skip it is gone. */
  private void meansToSkip(String hour, String event) {
    String records = LandingZone.records(PartitionId.parse(hour));
    ForwardingFiles dying =
        new ForwardingFiles(files) {
          @Override
          public Renamed rename(String source, String target) throws IOException {
            Renamed renamed = super.rename(source, target);
            if (target.startsWith(records)) {
              world.lands(hour, event);
              throw new IOException("killed");
            }
            return renamed;
          }
        };
    Close close = new Close(Journal.of(dying, world.clock(), "dying"), EmptyHours.SKIP);
    assertThatThrownBy(() -> close.run(World.generation(hour), LogEntry.CloseReason.WATERMARK))
        .hasMessageContaining("killed");
    assertThat(world.names(records)).hasSize(1);
  }

  private void repair(LogEntry.Created created) {
    LogRepair repair = new LogRepair(files, world.clock);
    repair.repair(repair.diagnose(), () -> created);
  }
}
