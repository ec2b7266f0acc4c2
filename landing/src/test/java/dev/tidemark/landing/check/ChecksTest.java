package dev.tidemark.landing.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.SettableClock;
import dev.tidemark.landing.check.Finding.Severity;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ChecksTest {
  private static final Instant NOW = Instant.parse("2026-08-22T14:00:00Z");
  private static final Duration DELAY = Duration.ofSeconds(15);

  private final MemoryFileSystem memory = new MemoryFileSystem();
  private final SettableClock clock = new SettableClock(NOW);

  @Test
  void a_root_that_is_well_passes() throws IOException {
    assertOk(new RightsCheck("events", memory));
    assertOk(new RenameCheck("events", memory));
    assertOk(new ClockCheck("events", withClockAt(NOW.plusSeconds(10)), clock, DELAY));
    assertOk(new SpaceCheck("events", withFree(100L << 30)));
    assertThat(memory.list("stage")).isEmpty();
    assertThat(memory.list("_landing"))
        .extracting(LandingFileSystem.Entry::name)
        .containsOnly(".tmp");
    assertThat(memory.list("_landing/.tmp")).isEmpty();
  }

  @Test
  void a_directory_that_may_not_be_written_to_is_named() {
    LandingFileSystem files =
        new ForwardingFiles(memory) {
          @Override
          public NewFile create(String path) throws IOException {
            if (path.startsWith("stage/")) {
              throw new IOException("Permission denied: user=nobody");
            }
            return super.create(path);
          }
        };
    Finding finding = only(new RightsCheck("events", files));
    assertThat(finding.severity()).isEqualTo(Severity.FAILURE);
    assertThat(finding.found()).contains("in stage", "Permission denied");
    assertThat(finding.repair().orElseThrow()).contains("all rights below the root");
  }

  @Test
  void a_root_that_takes_nothing_is_one_finding() {
    LandingFileSystem files =
        new ForwardingFiles(memory) {
          @Override
          public NewFile create(String path) throws IOException {
            throw new IOException("Cannot create " + path + ": Name node is in safe mode");
          }
        };
    Finding finding = only(new RightsCheck("events", files));
    assertThat(finding.found()).contains("in any directory: ", "Name node is in safe mode");
    assertThat(finding.repair().orElseThrow()).contains("-safemode leave").doesNotContain("rights");
  }

  @Test
  void a_quota_of_one_directory_is_no_matter_of_rights() {
    LandingFileSystem files =
        new ForwardingFiles(memory) {
          @Override
          public NewFile create(String path) throws IOException {
            if (path.startsWith("final/")) {
              throw new IOException("NSQuotaExceededException: quota=10 file count=11");
            }
            return super.create(path);
          }
        };
    Finding finding = only(new RightsCheck("events", files));
    assertThat(finding.found()).contains("in final: ", "quota=10");
    assertThat(finding.repair().orElseThrow()).contains("Raise the quota").doesNotContain("rights");
  }

  @Test
  void a_file_system_whose_renames_replace_is_unfit() {
    LandingFileSystem files =
        new ForwardingFiles(memory) {
          @Override
          public Renamed rename(String source, String target) throws IOException {
            deleteFile(target);
            return super.rename(source, target);
          }
        };
    Finding finding = only(new RenameCheck("events", files));
    assertThat(finding.severity()).isEqualTo(Severity.FAILURE);
    assertThat(finding.found()).contains("replaces a file");
    assertThat(finding.repair().orElseThrow()).contains("one file system");
  }

  @Test
  void a_clock_that_is_further_off_than_the_delay_allows_is_told() {
    Finding behind = only(new ClockCheck("events", withClockAt(NOW.plusSeconds(90)), clock, DELAY));
    assertThat(behind.severity()).isEqualTo(Severity.WARNING);
    assertThat(behind.found()).contains("1 min 30 s behind");
    assertThat(behind.repair().orElseThrow()).contains("NTP");
    Finding ahead =
        only(new ClockCheck("events", withClockAt(NOW.minusSeconds(3600)), clock, DELAY));
    assertThat(ahead.found()).contains("1 h ahead of");
  }

  @Test
  void a_file_system_without_room_is_told() {
    Finding finding = only(new SpaceCheck("events", withFree(1L << 30)));
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.found()).contains("1.0 GiB");
    assertThat(finding.repair().orElseThrow()).contains("retention");
  }

  @Test
  void a_quota_that_is_used_up_is_a_want_of_room() {
    LandingFileSystem full =
        new ForwardingFiles(memory) {
          @Override
          public NewFile create(String path) throws IOException {
            throw new IOException(
                "org.apache.hadoop.hdfs.protocol.NSQuotaExceededException: quota=10 file count=116"
                    + "\n\tat org.apache.hadoop.hdfs.server.namenode.FSDirectory.verifyQuota");
          }
        };
    SpaceCheck check = new SpaceCheck("events", full);
    assertThat(check.hasRoom()).isFalse();
    assertThat(only(check).severity()).isEqualTo(Severity.FAILURE);
    assertThat(only(check).found()).endsWith("quota=10 file count=116");
    assertThat(only(check).repair().orElseThrow()).contains("hdfs dfs -count -q");
  }

  @Test
  void an_old_java_is_told() {
    assertOk(new JavaCheck(17));
    assertThat(only(new JavaCheck(11)).repair().orElseThrow()).contains("Java 17");
  }

  private static void assertOk(Check check) {
    assertThat(check.look())
        .as(check.name())
        .extracting(Finding::severity)
        .containsExactly(Severity.OK);
  }

  private static Finding only(Check check) {
    assertThat(check.look()).hasSize(1);
    return check.look().get(0);
  }

  private LandingFileSystem withClockAt(Instant time) {
    return new ForwardingFiles(memory) {
      @Override
      public Optional<Instant> modified(String path) {
        return Optional.of(time);
      }
    };
  }

  private LandingFileSystem withFree(long bytes) {
    return new ForwardingFiles(memory) {
      @Override
      public OptionalLong free() {
        return OptionalLong.of(bytes);
      }
    };
  }
}
