package dev.tidemark.coordinator.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.check.Check;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.check.Finding.Severity;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each trouble is planted in a root that was well, and found with what to do about it. */
class DoctorTest {
  private static final String H13 = "2026-08-22T13";
  private static final CoordinatorConfig CONFIG =
      new CoordinatorConfig("0/1 * * * * ?", 1, Duration.ofMinutes(1), 3, Duration.ofSeconds(30));

  @TempDir private Path directory;
  private final MemoryFileSystem files = new MemoryFileSystem();
  private final World world = new World(files);

  @Test
  void a_root_that_is_well_has_no_finding() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    assertThat(look())
        .hasSizeGreaterThanOrEqualTo(7)
        .allMatch(f -> f.severity() == Severity.OK)
        .noneMatch(f -> f.repair().isPresent());
  }

  @Test
  void a_root_in_which_nothing_landed_is_told_and_nothing_more_is_asked_of_it() {
    assertThat(Doctor.look(doctor().ofRoot(world.dataset(), CONFIG, new MemoryFileSystem())))
        .filteredOn(f -> f.severity() != Severity.OK)
        .singleElement()
        .satisfies(f -> assertThat(f.found()).contains("nothing has been landed yet"))
        .satisfies(f -> assertThat(f.repair().orElseThrow()).contains("tidemark ingest"));
  }

  @Test
  void what_a_name_node_answers_is_told_without_its_stack_trace() {
    world.lands(H13, "a");
    LandingFileSystem full =
        new ForwardingFiles(files) {
          @Override
          public NewFile create(String path) throws IOException {
            throw new IOException("The quota is exceeded.\n\tat org.apache.x.Y.z(Y.java:1)\n");
          }
        };
    List<Finding> found = Doctor.look(doctor().ofRoot(world.dataset(), CONFIG, full));
    assertThat(found).anyMatch(f -> f.found().contains("The quota is exceeded."));
    assertThat(found)
        .noneMatch(f -> f.found().contains("\tat ") || f.found().contains("org.apache.x"));
  }

  @Test
  void a_damaged_log_is_told_with_the_command_that_repairs() throws IOException {
    files.deleteFile(LandingZone.logEntry(1));
    files.write(LandingZone.logEntry(1), "{".getBytes(UTF_8));
    assertThat(trouble())
        .anySatisfy(
            f -> {
              assertThat(f.check()).isEqualTo("events: log");
              assertThat(f.severity()).isEqualTo(Severity.FAILURE);
              assertThat(f.repair().orElseThrow()).contains("tidemark repair");
            });
  }

  @Test
  void a_claim_to_land_of_which_nothing_is_heard_is_told() {
    world.timePasses(Duration.ofDays(10));
    assertFound("Ingest run run", "tidemark ingest");
    assertFound("nothing was heard", "tidemark ingest");
  }

  @Test
  void an_intent_that_stands_for_long_is_told() {
    world.intendsToLand(H13, "a").timePasses(Duration.ofMinutes(11));
    assertFound("to land 1 file", "tidemark coordinator");
  }

  @Test
  void where_there_is_no_watermark_nothing_closes_and_that_is_told() {
    world.lands(H13, "a");
    assertFound("There is no watermark yet, so nothing closes", "see whether ingest runs");
  }

  @Test
  void a_watermark_that_does_not_follow_the_clock_is_told() {
    world.watermarkReaches("2026-08-22T14:00:00Z").timePasses(Duration.ofHours(2));
    assertThat(trouble("events: landing").found()).contains("2 h behind");
    assertThat(trouble("events: landing").repair().orElseThrow()).contains("topics retire");
  }

  @Test
  void hours_of_which_most_went_into_quarantine_are_told() {
    world.lands(H13, "a", "!b", "!c").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    Finding finding = trouble("events: quarantine");
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.found()).contains(H13 + ": 2 against 1");
    assertThat(finding.repair().orElseThrow()).contains("tidemark quarantine --from " + H13);
  }

  @Test
  void an_hour_that_failed_and_waits_for_a_person_is_a_failure() {
    world.poison(H13, new LandingException.NeedsOperator("counts do not add up"));
    world.lands(H13, "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    Finding finding = trouble("events: partitions");
    assertThat(finding.severity()).isEqualTo(Severity.FAILURE);
    assertThat(finding.found()).contains(H13, "PROCESS failed 1 time", "counts do not add up");
    assertThat(finding.repair().orElseThrow()).contains("tidemark retry " + H13);
  }

  @Test
  void an_hour_that_is_held_past_what_was_promised_or_for_more_than_a_day_is_told() {
    world.lands(H13, "a").operations().hold(PartitionId.parse(H13), "look first");
    world.watermarkReaches("2026-08-22T15:05:00Z");
    assertThat(look()).allMatch(f -> f.severity() == Severity.OK);
    world.watermarkReaches("2026-08-22T15:05:01Z");
    assertFound("is not published 1 h 5 min after its end. It is held by test", "release " + H13);
    world.watermarkReaches("2026-08-23T13:00:00Z");
    assertThat(trouble("events: partitions").found()).contains(H13, "look first");
    assertThat(trouble("events: partitions").repair().orElseThrow()).contains("release " + H13);
  }

  @Test
  void an_hour_that_no_coordinator_publishes_is_told_with_what_it_waits_for() {
    world.lands(H13, "a").watermarkReaches("2026-08-22T15:06:00Z");
    Finding finding = trouble("events: partitions");
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.found()).contains(H13 + " is not published 1 h 5 min after", "to be closed");
    assertThat(finding.repair().orElseThrow()).contains("see whether a coordinator runs");
  }

  @Test
  void late_events_for_an_hour_that_was_published_or_skipped_are_no_trouble() {
    world.emptyHoursAre(EmptyHours.SKIP).lands(H13, "a");
    world.watermarkReaches("2026-08-22T17:06:00Z").coordinatorTicks();
    world.lands(H13, "late").lands("2026-08-22T14", "late");
    assertThat(look()).allMatch(f -> f.severity() == Severity.OK);
  }

  @Test
  void event_types_with_a_mistake_are_told() throws IOException {
    Files.writeString(directory.resolve("types.yaml"), "types: [{nam: click}]");
    List<Finding> found = new EventTypesCheck(directory).look();
    assertThat(found).isNotEmpty().allMatch(f -> f.severity() == Severity.FAILURE);
    assertThat(found.get(0).repair().orElseThrow()).contains("restart the coordinator");
  }

  @Test
  void what_a_check_throws_is_what_it_found() {
    Check broken =
        new Check() {
          @Override
          public String name() {
            return "broken";
          }

          @Override
          public List<Finding> look() {
            throw new IllegalStateException("boom");
          }
        };
    assertThat(Doctor.look(List.of(broken)))
        .singleElement()
        .satisfies(f -> assertThat(f.severity()).isEqualTo(Severity.FAILURE))
        .satisfies(f -> assertThat(f.found()).isEqualTo("boom"));
  }

  private Doctor doctor() {
    return new Doctor(Clock.fixed(world.now(), ZoneOffset.UTC));
  }

  private List<Finding> look() {
    return Doctor.look(doctor().ofRoot(world.dataset(), CONFIG, files));
  }

  private List<Finding> trouble() {
    return look().stream().filter(f -> f.severity() != Severity.OK).toList();
  }

  private void assertFound(String what, String repair) {
    assertThat(trouble())
        .anySatisfy(
            f -> {
              assertThat(f.found()).contains(what);
              assertThat(f.repair().orElseThrow()).contains(repair);
            });
  }

  private Finding trouble(String check) {
    assertThat(trouble()).extracting(Finding::check).containsExactly(check);
    return trouble().get(0);
  }
}
