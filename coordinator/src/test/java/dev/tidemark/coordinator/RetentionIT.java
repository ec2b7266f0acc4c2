package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.audit.Audit;
import dev.tidemark.coordinator.audit.AuditReport;
import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retention on a real HDFS, in processes that die ever later. */
class RetentionIT {
  private static final String H13 = "2026-08-22T13";
  private static final Optional<Duration> DAY = Optional.of(Duration.ofDays(1));

  @Test
  void what_is_old_goes_and_what_comes_too_late_is_kept(@TempDir Path directory) throws Exception {
    try (EmbeddedHdfs hdfs = new EmbeddedHdfs(directory, 0).start()) {
      URI root = URI.create(hdfs.uri() + "/data");
      LandingFileSystem files = FileSystems.open(root, hdfs.configuration());
      World world = new World(files, Granularity.HOUR, root);
      world.lands(H13, "a", "b", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
      world.lands(H13, "late").timePasses(Duration.ofMinutes(10)).coordinatorTicks();
      world.keeps(new RetentionConfig(Optional.empty(), DAY, DAY, RetentionConfig.LEAST_LOG));
      world.timePasses(Duration.ofDays(2));
      boolean stoppedInBetween = false;
      for (int operations = 1; !hasExpired(world); operations++) {
        assertThat(operations).as("operations of one process until all is removed").isLessThan(300);
        tick(world, new CrashingAt(files, operations));
        stoppedInBetween |= world.partition(H13).isExpiring();
      }
      assertThat(stoppedInBetween).isTrue();
      assertThat(world.rests(H13)).isTrue();
      assertThat(world.finalRows(H13)).containsExactly("a", "b", "late");
      assertThat(world.names("archive")).isEmpty();
      assertThat(world.replacedLeft(H13).values())
          .containsExactlyInAnyOrder(List.of("_nothing_replaced"), List.of("_expired"));

      world.lands(H13, "too late").timePasses(Duration.ofMinutes(10)).coordinatorTicks();
      assertThat(world.finalRows(H13)).containsExactly("a", "b", "late");
      assertThat(world.archivedRows(H13)).containsExactly("too late");

      world.keeps(new RetentionConfig(DAY, DAY, DAY, RetentionConfig.LEAST_LOG));
      world.timePasses(Duration.ofHours(2)).coordinatorTicks();
      assertThat(world.exists("final/dt=2026-08-22")).isFalse();
      assertThat(world.archivedRows(H13)).containsExactly("too late");
      AuditReport report =
          new Audit(world.newJournal(), files).run(Optional.empty(), Optional.empty());
      assertThat(report.findings()).isEmpty();
      assertThat(report.totals().kept()).isEqualTo(1);
    }
  }

  private static boolean hasExpired(World world) {
    return !world.partition(H13).expiredGenerations().isEmpty() && world.rests(H13);
  }

  private static void tick(World world, LandingFileSystem dying) {
    try (Coordinator coordinator =
        Coordinator.wire(
            world.dataset(),
            World.CONFIG,
            Journal.of(dying, world.clock, "dying"),
            dying,
            world.processing,
            world.clock,
            id -> true,
            new CallerRuns())) {
      coordinator.tick();
    } catch (LandingException e) {
      // It died before it had read the log.
    }
  }
}
