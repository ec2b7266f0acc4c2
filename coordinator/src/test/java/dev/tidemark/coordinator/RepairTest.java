package dev.tidemark.coordinator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.coordinator.audit.Audit;
import dev.tidemark.coordinator.audit.AuditReport;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogDamage;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRepair;
import dev.tidemark.landing.log.SourceState;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Offsets 0 and 1 stand in hour 13, which rests; 2 in hour 14, which is open; 3 and 4 in hour 13
 * again, late and published, so it rests with two generations.
 */
class RepairTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

  private final MemoryFileSystem files = new MemoryFileSystem();
  private final World world = new World(files);

  @BeforeEach
  void twoHours() {
    world.lands(H13, "a", "b").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.lands(H14, "c");
    world.lands(H13, "d", "e").timePasses(Duration.ofMinutes(11)).coordinatorTicks();
    assertThat(world.rests(H13)).isTrue();
  }

  @Test
  void a_sound_log_is_left_alone() {
    assertThat(repair().diagnose().damages()).isEmpty();
    assertThatThrownBy(() -> repair().repair(repair().diagnose(), RepairTest::unknown))
        .hasMessageContaining("sound");
  }

  @Test
  void a_damaged_checkpoint_loses_nothing_while_the_entries_are_there() throws IOException {
    LandingState before = world.state();
    files.makeDirectories(LandingZone.checkpoints());
    files.write(
        LandingZone.checkpoints() + String.format("/%020d-1.json", before.version()),
        "{\"torn\":".getBytes(UTF_8));
    assertThatThrownBy(() -> world.newJournal().refresh())
        .isInstanceOf(LandingException.NeedsOperator.class);

    LogDamage damage = repair().diagnose();
    assertThat(damage.isSound()).isFalse();
    assertThat(damage.isWhole()).isTrue();
    LogRepair.Repaired repaired = repair().repair(damage, RepairTest::unknown);
    assertThat(repaired.aside()).isEmpty();
    LandingState after = world.newJournal().refresh();
    assertThat(after.version()).isGreaterThan(before.version() + 1).isEqualTo(repaired.version());
    assertThat(after.partitions()).isEqualTo(before.partitions());
    assertThat(after.sources()).isEqualTo(before.sources());
    world.restarts().lands(H14, "more").watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("c", "more");
    assertThat(audit().findings()).isEmpty();
  }

  @Test
  void a_torn_entry_in_the_middle_stops_everybody_until_it_is_repaired() throws IOException {
    LandingState before = world.state();
    tear(LandingZone.logEntry(before.version() - 3));
    assertThatThrownBy(() -> world.newJournal().refresh())
        .isInstanceOf(LandingException.NeedsOperator.class);
    assertThat(repair().diagnose().damages())
        .singleElement()
        .asString()
        .contains("entry " + (before.version() - 3));
    goesOnFromTheRecords(before);
  }

  @Test
  void one_who_slept_through_the_repair_wins_nothing_that_counts() throws IOException {
    LandingState before = world.state();
    String last = LandingZone.logEntry(before.version());
    files.deleteFile(last);
    Journal sleeper = world.newJournal();
    sleeper.refresh();
    files.write(last, "{".getBytes(UTF_8));
    goesOnFromTheRecords(before);
    files.deleteFile(last);
    sleeper.append(s -> Optional.of(new LogEntry.TopicAdded("late", "late-id", new TreeMap<>())));
    assertThat(world.state().topicId("late")).contains("late-id");
    assertThat(sleeper.refresh()).isEqualTo(world.newJournal().refresh());
  }

  @Test
  void a_missing_entry_is_found_for_later_ones_are_there() throws IOException {
    LandingState before = world.state();
    files.deleteFile(LandingZone.logEntry(5));
    assertThat(repair().diagnose().damages())
        .contains("entry 5 is missing, and later ones are there");
    goesOnFromTheRecords(before);
  }

  @Test
  void what_has_expired_is_not_asked_for_again() throws IOException {
    Optional<Duration> day = Optional.of(Duration.ofDays(1));
    world.keeps(new RetentionConfig(day, day, day, RetentionConfig.LEAST_LOG));
    world.timePasses(Duration.ofDays(2)).coordinatorTicks();
    world.lands(H13, "too late").timePasses(Duration.ofMinutes(11)).coordinatorTicks();
    LogEntry.Created created = world.state().created().orElseThrow();
    files.deleteTree(LandingZone.logDirectory());
    repair().repair(repair().diagnose(), () -> created);
    world.restarts().coordinatorTicks();
    assertThat(world.rests(H13)).isTrue();
    assertThat(world.partition(H13).isFinalExpired()).isTrue();
    assertThat(world.archivedRows(H13)).containsExactly("too late");
  }

  @Test
  void what_is_being_removed_goes_on_after_a_repair() throws IOException {
    PartitionId hour = PartitionId.parse(H13);
    long version =
        world.says(
            new LogEntry.Expire(
                hour,
                world.partition(H13).published(),
                true,
                Optional.empty(),
                world.newJournal().records().base(world.state(), hour)));
    files.write(LandingZone.logEntry(version + 1), "{".getBytes(UTF_8));
    LogDamage damage = repair().diagnose();
    assertThat(damage.isWhole()).isFalse();
    repair().repair(damage, RepairTest::unknown);
    world.restarts().coordinatorTicks();
    assertThat(world.rests(H13)).isTrue();
    assertThat(world.finalRows(H13)).isEmpty();
    assertThat(world.archivedRows(H13)).isEmpty();
  }

  @Test
  void a_log_that_is_gone_is_rebuilt_from_the_records_alone() throws IOException {
    LandingState before = world.state();
    files.deleteTree(LandingZone.logDirectory());
    assertThat(repair().diagnose().damages())
        .containsExactly("there is no log, but there are records of partitions");
    LogEntry.Created created = before.created().orElseThrow();
    LogRepair.Repaired repaired = repair().repair(repair().diagnose(), () -> created);
    LandingState after = world.newJournal().refresh();
    assertThat(after.created()).contains(created);
    assertThat(after.topics()).containsOnlyKeys("id");
    // Past every version that anything may be named by.
    assertThat(repaired.version()).isGreaterThan(before.version());
    readsAgain(after);
  }

  @Test
  void late_events_from_before_the_first_partition_open_none_between_anew() throws IOException {
    String old = "2026-08-15T02";
    world.lands(old, "long ago").timePasses(Duration.ofMinutes(11)).coordinatorTicks();
    assertThat(world.rests(old)).isTrue();
    LandingState before = world.state();
    files.deleteTree(LandingZone.logDirectory());
    repair().repair(repair().diagnose(), before.created()::orElseThrow);
    LandingState after = world.newJournal().refresh();
    assertThat(after.closedThrough()).contains(PartitionId.parse(H14));
    assertThat(after.isClosed(PartitionId.parse(old))).isTrue();
    assertThat(after.isClosed(PartitionId.parse("2026-08-20T00"))).isTrue();
  }

  @Test
  void a_repair_that_was_stopped_is_begun_again() throws IOException {
    tear(LandingZone.logEntry(world.state().version() - 3));
    int operations = 0;
    boolean repaired = false;
    while (!repaired) {
      LogRepair repair = new LogRepair(new CrashingAt(files, operations++), world.clock);
      try {
        repair.repair(repair.diagnose(), RepairTest::unknown);
        repaired = true;
      } catch (LandingException.Unavailable e) {
        assertThat(e).hasMessageContaining("crashed");
      }
    }
    assertThat(operations).isGreaterThan(10);
    readsAgain(world.newJournal().refresh());
  }

  private void goesOnFromTheRecords(LandingState before) {
    LogRepair.Repaired repaired = repair().repair(repair().diagnose(), RepairTest::unknown);
    assertThat(repaired.rebuilt()).isTrue();
    assertThat(repaired.version()).isGreaterThan(before.version());
    assertThat(repaired.aside()).contains("raw/dt=2026-08-22/hr=14");
    readsAgain(world.newJournal().refresh());
  }

  /** Only offset 2 is read again; what stands in the archive is not landed twice. */
  private void readsAgain(LandingState repaired) {
    SourceState source = repaired.sources().get(World.SOURCE);
    assertThat(source.landed()).isEqualTo(2);
    assertThat(source.ahead()).containsExactly(new OffsetRange(3, 5));
    assertThat(repaired.isClosed(World.generation(H13).partition())).isTrue();
    assertThat(repaired.partition(World.generation(H14).partition())).isEmpty();

    world.restarts().claims("run");
    world.lands(H14, "c");
    assertThat(world.state().landed(World.SOURCE)).isEqualTo(5);
    world.lands(H14, "f").watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    assertThat(world.finalRows(H14)).containsExactly("c", "f");
    assertThat(world.finalRows(H13)).containsExactly("a", "b", "d", "e");
    assertThat(audit().findings()).isEmpty();
    assertThat(audit().totals().landed()).isEqualTo(6);
  }

  private AuditReport audit() {
    return new Audit(world.newJournal(), files).run(Optional.empty(), Optional.empty());
  }

  private void tear(String path) throws IOException {
    byte[] contents = files.read(path);
    files.deleteFile(path);
    files.write(path, Arrays.copyOf(contents, contents.length / 2));
  }

  private LogRepair repair() {
    return new LogRepair(files, world.clock);
  }

  private static LogEntry.Created unknown() {
    throw new IllegalStateException("The log says what the root is");
  }
}
