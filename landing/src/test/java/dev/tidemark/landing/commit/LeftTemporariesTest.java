package dev.tidemark.landing.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftTemporariesTest {
  private static final Instant NOW = Instant.parse("2026-08-22T13:00:00Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  @TempDir private Path root;

  private void left(LandingFileSystem files, String name, String when) throws IOException {
    files.makeDirectories(LandingZone.parent(LandingZone.temporary(name)));
    files.write(LandingZone.temporary(name), new byte[] {1});
    Path file = root.resolve(LandingZone.temporary(name));
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse(when)));
    if (name.contains("/")) {
      Files.setLastModifiedTime(file.getParent(), FileTime.from(Instant.parse(when)));
    }
  }

  @Test
  void what_crashes_left_is_deleted_after_a_day() throws IOException {
    LandingFileSystem files = FileSystems.open(root.toUri());
    left(files, "7-old-0.json", "2026-08-21T12:59:59Z");
    left(files, ".probe-old/one", "2026-08-20T00:00:00Z");
    left(files, "8-young-0.json", "2026-08-21T13:00:01Z");
    left(files, "9-ahead-0.json", "2026-08-22T13:00:05Z");
    new LeftTemporaries(files, CLOCK).clear();
    assertThat(files.list(LandingZone.temporaryDirectory()))
        .extracting(LandingFileSystem.Entry::name)
        .containsExactly("8-young-0.json", "9-ahead-0.json");
  }

  @Test
  void where_nothing_is_known_of_its_age_it_stays() throws IOException {
    MemoryFileSystem files = new MemoryFileSystem();
    new LeftTemporaries(files, CLOCK).clear();
    files.makeDirectories(LandingZone.temporaryDirectory());
    files.write(LandingZone.temporary("a.json"), new byte[0]);
    new LeftTemporaries(files, CLOCK).clear();
    assertThat(files.list(LandingZone.temporaryDirectory())).hasSize(1);
  }
}
