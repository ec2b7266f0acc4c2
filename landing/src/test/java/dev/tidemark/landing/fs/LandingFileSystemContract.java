package dev.tidemark.landing.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.fs.LandingFileSystem.Entry;
import dev.tidemark.landing.fs.LandingFileSystem.Renamed;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the landing protocol needs of a file system; the same for memory, a local disk and HDFS. */
public abstract class LandingFileSystemContract {
  private LandingFileSystem files;

  /** A file system with an empty root that exists. */
  protected abstract LandingFileSystem newFileSystem() throws IOException;

  @BeforeEach
  void openFileSystem() throws IOException {
    files = newFileSystem();
  }

  @Test
  void the_probe_finds_it_fit_and_leaves_nothing_behind() throws IOException {
    RenameProbe.require(files);
    RenameProbe.require(files);
    assertThat(files.list("_landing/.tmp")).isEmpty();
    for (String area : List.of("raw", "late", "stage", "archive", "final")) {
      assertThat(files.list(area)).as(area).isEmpty();
    }
  }

  @Test
  void a_file_is_read_back_as_it_was_written() throws IOException {
    files.makeDirectories("a/b");
    try (LandingFileSystem.NewFile file = files.create("a/b/c")) {
      file.write("x\ny".getBytes(UTF_8));
      file.write('z');
      assertThat(file.length()).isEqualTo(4);
    }
    assertThat(read("a/b/c")).isEqualTo("x\nyz");
    assertThat(files.stat("a/b/c")).contains(new Entry("c", false, 4));
    assertThat(files.stat("a/b")).contains(new Entry("b", true, 0));
    assertThat(files.stat("a/c")).isEmpty();
  }

  @Test
  void it_says_when_a_file_was_written_and_what_is_free_if_it_says_so_at_all() throws IOException {
    Instant before = Clock.systemUTC().instant().minusSeconds(2);
    write("a/f", "x");
    assertThat(files.modified("a/f").orElse(before)).isBetween(before, before.plusSeconds(600));
    assertThat(files.free().orElse(1)).isPositive();
  }

  @Test
  void a_file_is_created_once_and_never_with_its_directory() throws IOException {
    write("a/f", "first");
    assertThatThrownBy(() -> files.write("a/f", "second".getBytes(UTF_8)))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(read("a/f")).isEqualTo("first");
    assertThatThrownBy(() -> files.write("missing/f", new byte[0]))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(files.stat("missing")).isEmpty();
    assertThatThrownBy(() -> files.read("a/none")).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void a_list_is_sorted_and_shows_one_level() throws IOException {
    write("d/b", "1");
    write("d/a", "22");
    write("d/c/deeper", "3");
    write("d0", "beside");
    assertThat(files.list("d"))
        .containsExactly(
            new Entry("a", false, 2), new Entry("b", false, 1), new Entry("c", true, 0));
    assertThat(files.list("nowhere")).isEmpty();
  }

  @Test
  void a_directory_moves_with_all_it_holds() throws IOException {
    write("raw/dt=1/hr=08/f", "rows");
    write("raw/dt=1/hr=08/sub/g", "more");
    files.makeDirectories("stage/dt=1/hr=08");
    assertThat(files.rename("raw/dt=1/hr=08", "stage/dt=1/hr=08/gen=0")).isEqualTo(Renamed.DONE);
    assertThat(read("stage/dt=1/hr=08/gen=0/f")).isEqualTo("rows");
    assertThat(read("stage/dt=1/hr=08/gen=0/sub/g")).isEqualTo("more");
    assertThat(files.stat("raw/dt=1/hr=08")).isEmpty();
    assertThat(files.stat("raw/dt=1")).isPresent();
  }

  @Test
  void a_rename_never_nests_and_never_replaces() throws IOException {
    write("from/f", "mine");
    files.makeDirectories("empty");
    write("full/f", "theirs");
    write("file", "a file");
    for (String target : List.of("empty", "full", "file")) {
      assertThat(files.rename("from", target)).as(target).isEqualTo(Renamed.TARGET_EXISTS);
      assertThat(files.rename("from/f", target)).as(target).isEqualTo(Renamed.TARGET_EXISTS);
    }
    assertThat(files.list("empty")).isEmpty();
    assertThat(read("full/f")).isEqualTo("theirs");
    assertThat(read("file")).isEqualTo("a file");
    assertThat(read("from/f")).isEqualTo("mine");
  }

  @Test
  void a_rename_says_what_is_missing() throws IOException {
    write("there/f", "x");
    assertThat(files.rename("nowhere", "target")).isEqualTo(Renamed.SOURCE_MISSING);
    assertThat(files.rename("nowhere", "there")).isEqualTo(Renamed.SOURCE_MISSING);
    assertThat(files.rename("there/g", "there/f")).isEqualTo(Renamed.SOURCE_MISSING);
    assertThat(files.rename("there/g", "no/parent")).isEqualTo(Renamed.SOURCE_MISSING);
    assertThat(files.rename("there/f", "no/parent")).isEqualTo(Renamed.PARENT_MISSING);
    assertThat(files.rename("there", "no/parent")).isEqualTo(Renamed.PARENT_MISSING);
    assertThat(files.stat("no")).isEmpty();
  }

  @Test
  void deleting_removes_what_it_names_and_no_more() throws IOException {
    write("d/f", "x");
    write("d/sub/g", "y");
    assertThat(files.deleteEmptyDirectory("d")).isFalse();
    assertThat(files.deleteFile("d/sub")).isFalse();
    assertThat(files.deleteFile("d/f")).isTrue();
    assertThat(files.deleteFile("d/f")).isFalse();
    assertThat(files.deleteEmptyDirectory("none")).isFalse();
    files.deleteTree("d");
    files.deleteTree("d");
    assertThat(files.stat("d")).isEmpty();
    files.makeDirectories("e");
    files.makeDirectories("e");
    assertThat(files.deleteEmptyDirectory("e")).isTrue();
  }

  @Test
  void of_many_renames_to_one_name_exactly_one_is_done() throws Exception {
    for (int round = 0; round < 5; round++) {
      String file = "race/file" + round;
      String directory = "race/dir" + round;
      files.makeDirectories("race");
      List<Callable<Renamed>> fileRaces = new ArrayList<>();
      List<Callable<Renamed>> directoryRaces = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        String from = "tmp/" + round + "-" + i;
        write(from, "" + i);
        fileRaces.add(() -> files.rename(from, file));
        write(from + "d/f", "" + i);
        directoryRaces.add(() -> files.rename(from + "d", directory));
      }
      assertThat(raced(fileRaces)).containsOnlyOnce(Renamed.DONE);
      assertThat(raced(directoryRaces)).containsOnlyOnce(Renamed.DONE);
      assertThat(files.list(directory)).hasSize(1);
      // Every loser is where it was.
      assertThat(files.list("tmp")).hasSize(10);
      files.deleteTree("tmp");
    }
  }

  @Test
  void of_many_renames_of_one_source_exactly_one_is_done() throws Exception {
    write("one/f", "x");
    files.makeDirectories("many");
    List<Callable<Renamed>> races = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String to = "many/" + i;
      races.add(() -> files.rename("one", to));
    }
    assertThat(raced(races)).containsOnlyOnce(Renamed.DONE);
    assertThat(files.list("many")).hasSize(1);
  }

  private static List<Renamed> raced(List<Callable<Renamed>> races) throws Exception {
    Collections.shuffle(races);
    ExecutorService threads = Executors.newFixedThreadPool(races.size());
    try {
      List<Renamed> results = new ArrayList<>();
      for (Future<Renamed> f : threads.invokeAll(races)) {
        results.add(f.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private void write(String path, String contents) throws IOException {
    files.makeDirectories(path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "");
    files.write(path, contents.getBytes(UTF_8));
  }

  private String read(String path) throws IOException {
    return new String(files.read(path), UTF_8);
  }
}
