package dev.tidemark.batch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem.Fault.Effect;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A root as a test sees it: what stands where, and failures at chosen operations. */
public final class Zone {
  /** How an operation fails. */
  public enum Failure {
    BEFORE,
    AFTER,
    /** It is done, and then nothing works any more, as when the process is killed. */
    KILLED
  }

  private final LandingFileSystem files;
  private int failAt = -1;
  private Failure failure = Failure.BEFORE;
  private int operations;

  private Zone(LandingFileSystem files) {
    this.files = files;
  }

  private Zone() {
    this.files = new MemoryFileSystem((name, path) -> next());
  }

  public static Zone inMemory() {
    return new Zone();
  }

  public static Zone onDisk(Path root) {
    return new Zone(FileSystems.open(root.toUri()));
  }

  public LandingFileSystem files() {
    return files;
  }

  /** How many operations there were so far; in memory only. */
  public int operations() {
    return operations;
  }

  private Effect next() {
    int at = operations++;
    if (failAt < 0 || at < failAt) {
      return Effect.NONE;
    }
    if (at > failAt) {
      return failure == Failure.KILLED ? Effect.FAIL_BEFORE : Effect.NONE;
    }
    return failure == Failure.BEFORE ? Effect.FAIL_BEFORE : Effect.FAIL_AFTER;
  }

  /** Whether {@code action} got as far as its operation {@code at}, which fails; in memory only. */
  public boolean failing(int at, Failure how, Runnable action) {
    operations = 0;
    failAt = at;
    failure = how;
    try {
      action.run();
      return operations > at;
    } catch (RuntimeException e) {
      if (operations <= at) {
        throw e;
      }
      return true;
    } finally {
      failAt = -1;
    }
  }

  /** Lands files of one row in a generation; the manifest is what its close would say. */
  public Manifest landed(GenerationId generation, String... names) {
    List<LandedFile> landed = new ArrayList<>();
    for (String name : names) {
      String text = "{\"file\":\"" + name + "\"}\n";
      put(LandingZone.landing(generation) + "/" + name, text);
      landed.add(
          new LandedFile(
              name,
              generation,
              1,
              text.length(),
              new TopicPartition("id", 0),
              List.of(new OffsetRange(landed.size(), landed.size() + 1)),
              Optional.empty(),
              Optional.empty()));
    }
    return new Manifest(generation, landed);
  }

  /** The output of an attempt, as processing leaves it. */
  public void processed(PartitionId partition, String attempt) {
    String output = LandingZone.staging(partition, attempt);
    put(output + "/" + Manifest.FILE_NAME, "{\"attempt\":\"" + attempt + "\"}");
    put(output + "/rows.json", attempt);
  }

  public void put(String path, String text) {
    try {
      files.makeDirectories(LandingZone.parent(path));
      files.write(path, text.getBytes(UTF_8));
    } catch (IOException e) {
      throw new AssertionError(path, e);
    }
  }

  public void deleteEmptyDirectory(String path) {
    try {
      if (!files.deleteEmptyDirectory(path)) {
        throw new AssertionError(path + " is not there, or not empty");
      }
    } catch (IOException e) {
      throw new AssertionError(path, e);
    }
  }

  public void delete(String path) {
    try {
      if (!files.deleteFile(path)) {
        throw new AssertionError(path + " is not there");
      }
    } catch (IOException e) {
      throw new AssertionError(path, e);
    }
  }

  public void makeDirectory(String path) {
    try {
      files.makeDirectories(path);
    } catch (IOException e) {
      throw new AssertionError(path, e);
    }
  }

  public String text(String path) {
    try {
      return new String(files.read(path), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(path, e);
    }
  }

  /** Names in a directory; nothing if it does not exist. */
  public List<String> names(String directory) {
    try {
      return files.list(directory).stream().map(LandingFileSystem.Entry::name).toList();
    } catch (IOException e) {
      throw new AssertionError(directory, e);
    }
  }

  public boolean exists(String path) {
    try {
      return files.stat(path).isPresent();
    } catch (IOException e) {
      throw new AssertionError(path, e);
    }
  }
}
