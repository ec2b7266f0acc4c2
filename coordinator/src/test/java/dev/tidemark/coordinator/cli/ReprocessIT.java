package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.hadoop.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReprocessIT {
  private static final String H13 = "2026-08-22T13";

  @TempDir private Path root;

  @Test
  void without_a_coordinator_the_command_does_the_work_itself() throws Exception {
    World world = new World(FileSystems.open(root.toUri()), Granularity.HOUR, root.toUri());
    world.lands(
        H13,
        "{\"event_id\":\"a\",\"received_at\":\"2026-08-22T13:04:05.678Z\",\"source\":\"web\","
            + "\"event\":{\"sid\":\"s1\",\"timestamp\":\"2026-08-22T13:04:05\",\"type\":\"search\"}}",
        "not JSON");
    world.watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    // Another hour that is due is the coordinator's, not this command's.
    world.lands("2026-08-22T14", "x").closes("2026-08-22T14");

    Tidemark tidemark = new Tidemark(root, Duration.ZERO);
    assertThat(tidemark.run("reprocess", H13)).as(tidemark.err()).isZero();
    assertThat(tidemark.out()).containsPattern("2026-08-22T13 +1 +2 +0 +0 +2 +1 +0 +1");
    Path published = root.resolve(LandingZone.published(PartitionId.parse(H13)));
    assertThat(published.resolve("type=search")).isDirectory();
    assertThat(Files.exists(published.resolve(LandingZone.SUCCESS))).isTrue();
    assertThat(world.finalRows("2026-08-22T14")).isEmpty();
    assertThat(tidemark.run("partitions")).isZero();
    assertThat(tidemark.out()).containsPattern("2026-08-22T14 +closed");
  }
}
