package dev.tidemark.landing.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemoryFileSystemTest extends LandingFileSystemContract {
  @Override
  protected LandingFileSystem newFileSystem() {
    return new MemoryFileSystem();
  }

  @Test
  void equal_trees_have_one_fingerprint_whatever_led_there() throws IOException {
    MemoryFileSystem direct = new MemoryFileSystem();
    direct.makeDirectories("a");
    direct.write("a/f", "x".getBytes(UTF_8));

    MemoryFileSystem winding = new MemoryFileSystem();
    winding.makeDirectories("b/c");
    winding.write("b/g", "y".getBytes(UTF_8));
    assertThat(winding.fingerprint()).isNotEqualTo(direct.fingerprint());
    winding.deleteFile("b/g");
    winding.deleteTree("b/c");
    winding.write("b/f", "x".getBytes(UTF_8));
    winding.rename("b", "a");
    assertThat(winding.fingerprint()).isEqualTo(direct.fingerprint());
    winding.write("a/g", new byte[0]);
    assertThat(winding.fingerprint()).isNotEqualTo(direct.fingerprint());
  }

  @Test
  void a_copy_goes_its_own_way() throws IOException {
    MemoryFileSystem original = new MemoryFileSystem();
    original.makeDirectories("a");
    original.write("a/f", "x".getBytes(UTF_8));
    MemoryFileSystem copy = original.copy();
    assertThat(copy.fingerprint()).isEqualTo(original.fingerprint());
    copy.deleteFile("a/f");
    assertThat(original.read("a/f")).isEqualTo("x".getBytes(UTF_8));
    assertThat(copy.stat("a/f")).isEmpty();
    assertThat(copy.fingerprint()).isNotEqualTo(original.fingerprint());
  }
}
