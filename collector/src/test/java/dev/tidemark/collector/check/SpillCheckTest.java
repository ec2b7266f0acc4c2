package dev.tidemark.collector.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.collector.config.SpillConfig;
import dev.tidemark.landing.check.Finding;
import dev.tidemark.landing.check.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillCheckTest {
  @TempDir private Path directory;

  @Test
  void a_directory_that_can_be_made_is_well_and_is_not_made() {
    Path spill = directory.resolve("data/spill");
    assertThat(look(spill, 1).severity()).isEqualTo(Severity.OK);
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void a_directory_that_cannot_be_written_to_is_a_failure() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    Finding finding = look(file.resolve("spill"), 1);
    assertThat(finding.severity()).isEqualTo(Severity.FAILURE);
    assertThat(finding.found()).contains(file.toString());
    assertThat(finding.repair().orElseThrow()).contains("collector.spill.dir");
  }

  @Test
  void a_disk_with_less_room_than_the_spill_may_take_is_told() {
    Finding finding = look(directory, Long.MAX_VALUE / 2);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.repair().orElseThrow()).contains("max-bytes");
  }

  @Test
  void without_a_spill_there_is_nothing_to_look_at() {
    assertThat(look(Path.of("/nowhere"), 0).severity()).isEqualTo(Severity.OK);
  }

  private static Finding look(Path spill, long most) {
    return new SpillCheck(new SpillConfig(spill, most)).look().get(0);
  }
}
