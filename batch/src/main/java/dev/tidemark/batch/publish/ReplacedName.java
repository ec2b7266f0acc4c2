package dev.tidemark.batch.publish;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.LandingFileSystem.Entry;
import dev.tidemark.landing.fs.LandingFileSystem.Renamed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.UUID;

/**
 * The name in {@code final/.replaced} that stands for one entry of the log. It is taken once, by
 * what stood in {@code final} or by a marker, and stays taken for good; so whoever repeats this,
 * however late, puts nothing away that came since.
 */
public final class ReplacedName {
  /** All that a directory holds which nothing was put away to. */
  public static final String NOTHING_REPLACED = "_nothing_replaced";

  private static final int LOOKS = 5;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LandingFileSystem files;
  private final String verb;

  /**
   * Names of one root.
   *
   * @param verb what cannot be done where something strange is in the way: "published"
   */
  public ReplacedName(LandingFileSystem files, String verb) {
    this.files = files;
    this.verb = verb;
  }

  /** A question to the file system. */
  @FunctionalInterface
  public interface Question {
    boolean ask() throws IOException;
  }

  /**
   * Takes the name of the entry at a version.
   *
   * @param putsAway whether what is published gives way; if not, a marker takes the name
   * @throws LandingException.NeedsOperator if {@code final} holds something that no publication put
   *     there
   */
  public void take(PartitionId partition, long version, Question putsAway) throws IOException {
    String replaced = LandingZone.replaced(partition, version);
    for (int look = 0; look < LOOKS && files.stat(replaced).isEmpty(); look++) {
      files.makeDirectories(LandingZone.parent(replaced));
      if (!putsAway.ask() || !putAway(partition, replaced)) {
        occupy(partition, replaced);
      }
    }
    if (files.stat(replaced).isEmpty()) {
      throw new IOException(replaced + " could not be made");
    }
  }

  /**
   * Whether there was something to put away. What no publication put there is refused: readers
   * would lose it, and whoever wrote it would not learn why. Every output names its attempt.
   */
  private boolean putAway(PartitionId partition, String replaced) throws IOException {
    String published = LandingZone.published(partition);
    if (attemptOf(published).isEmpty()
        && files.stat(published).isPresent()
        // Otherwise another process is swapping this very moment.
        && files.stat(replaced).isEmpty()) {
      throw foreign(partition);
    }
    return files.rename(published, replaced) != Renamed.SOURCE_MISSING;
  }

  /** Nothing is replaced: a marker takes the name instead. */
  private void occupy(PartitionId partition, String replaced) throws IOException {
    String marker = LandingZone.staging(partition, ".marker-" + UUID.randomUUID());
    files.makeDirectories(marker);
    files.write(
        marker + "/" + NOTHING_REPLACED,
        "Occupies the name for good.\n".getBytes(StandardCharsets.UTF_8));
    if (files.rename(marker, replaced) != Renamed.DONE) {
      files.deleteTree(marker);
    }
  }

  LandingException foreign(PartitionId partition) {
    return new LandingException.NeedsOperator(
        partition
            + " cannot be "
            + verb
            + ": "
            + LandingZone.published(partition)
            + " was put there by something else than Tidemark. It stays where it is. Move it away, then"
            + " 'tidemark retry "
            + partition
            + "'.");
  }

  /** The attempt that made an output, if one did. */
  Optional<String> attemptOf(String output) throws IOException {
    if (files.stat(output).filter(Entry::directory).isEmpty()) {
      return Optional.empty();
    }
    try {
      byte[] manifest = files.read(output + "/" + Manifest.FILE_NAME);
      return Optional.ofNullable(JSON.readTree(manifest).path("attempt").textValue());
    } catch (NoSuchFileException | JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
