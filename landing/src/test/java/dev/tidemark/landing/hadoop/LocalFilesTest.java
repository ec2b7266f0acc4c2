package dev.tidemark.landing.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.LandingFileSystem.Renamed;
import dev.tidemark.landing.fs.LandingFileSystemContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFilesTest extends LandingFileSystemContract {
  @TempDir Path root;

  @Override
  protected LandingFileSystem newFileSystem() {
    return FileSystems.open(root.toUri());
  }

  @Test
  void a_rename_that_stopped_between_its_link_and_its_unlink_is_finished() throws IOException {
    Path source = Files.writeString(root.resolve("source"), "x");
    Files.createLink(root.resolve("target"), source);
    assertThat(newFileSystem().rename("source", "target")).isEqualTo(Renamed.DONE);
    assertThat(root.resolve("source")).doesNotExist();
    assertThat(root.resolve("target")).hasContent("x");
  }
}
