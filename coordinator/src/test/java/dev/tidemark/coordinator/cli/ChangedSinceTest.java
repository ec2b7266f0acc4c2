package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.coordinator.World;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For those who ask again and again. Hour 13 rests in the archive, hour 14 is open. */
class ChangedSinceTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

  @TempDir private Path root;
  private World world;
  private LandingFileSystem files;
  private Tidemark tidemark;

  @BeforeEach
  void twoHours() {
    files = FileSystems.open(root.toUri());
    world = new World(files, Granularity.HOUR, root.toUri());
    tidemark = new Tidemark(root);
    world.lands(H13, "a", "b", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.lands(H14, "c");
  }

  private long askedAll() throws IOException {
    assertThat(tidemark.run("partitions", "-o", "json")).isZero();
    return greatest();
  }

  private long greatest() throws IOException {
    long greatest = -1;
    for (JsonNode p : tidemark.json()) {
      greatest = Math.max(greatest, p.path("version").asLong());
    }
    return greatest;
  }

  private List<String> changedSince(long version) throws IOException {
    assertThat(tidemark.run("partitions", "--changed-since", "" + version, "-o", "json")).isZero();
    List<String> ids = new ArrayList<>();
    tidemark.json().forEach(p -> ids.add(p.path("partition").asText()));
    return ids;
  }

  @Test
  void a_program_hears_of_each_change_once() throws IOException {
    long version = askedAll();
    assertThat(version).isEqualTo(world.state().version());
    assertThat(changedSince(version)).isEmpty();
    world.operations().hold(PartitionId.parse(H13), "look");
    world.lands(H14, "d");
    assertThat(changedSince(version)).containsExactly(H13);
    assertThat(tidemark.json().get(0).path("standing").asText()).isEqualTo("HELD");
    long next = greatest();
    assertThat(next).isGreaterThan(version);
    assertThat(changedSince(next)).isEmpty();
    world.operations().release(PartitionId.parse(H13), "seen");
    world.watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    assertThat(changedSince(next)).containsExactly(H13, H14);
    assertThat(changedSince(0)).containsExactly(H13, H14);
  }

  @Test
  void a_person_sees_the_version_to_ask_with_next() {
    long version = world.state().version();
    world.operations().hold(PartitionId.parse(H13), "look");
    assertThat(tidemark.run("partitions", "--changed-since", "" + version)).isZero();
    assertThat(tidemark.out().lines()).hasSize(4).last().isEqualTo("Version " + (version + 1));
  }

  @Test
  void a_version_is_no_negative_number() {
    assertThat(tidemark.run("partitions", "--changed-since", "-1")).isEqualTo(2);
    assertThat(tidemark.err()).contains("--changed-since must be a version, from 0 on.");
  }

  @Test
  void the_other_choices_hold_as_well() throws IOException {
    world.watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    assertThat(tidemark.run("partitions", "--changed-since", "0", "--from", H14, "-o", "json"))
        .isZero();
    assertThat(tidemark.json()).hasSize(1);
    assertThat(tidemark.run("partitions", "--changed-since", "0", "--state", "open", "-o", "json"))
        .isZero();
    assertThat(tidemark.json()).isEmpty();
  }

  @Test
  void what_is_not_kept_any_more_is_refused_with_what_to_do() throws IOException {
    for (int i = 0; i < 100; i++) {
      world.hasInKafka(100 + i);
    }
    files.deleteFile("_landing/log/00000000000000000003.json");
    assertThat(tidemark.run("partitions", "--changed-since", "2")).isEqualTo(3);
    assertThat(tidemark.err())
        .contains("Not all entries of the log after version 2 are kept any more")
        .contains("go on from version " + world.state().version());
    assertThat(tidemark.run("partitions", "--changed-since", "3")).isZero();
    assertThat(tidemark.run("partitions", "--changed-since", "9999")).isEqualTo(3);
    assertThat(tidemark.err()).contains("has no version 9999 yet");
    assertThat(tidemark.run("partitions", "--changed-since", "yesterday")).isEqualTo(2);
  }
}
