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
import dev.tidemark.landing.log.Publication;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.UUID;

/**
 * Carries out an intended publication: the revision that stands in {@code final} gives way to the
 * attempt's output by two renames. The name that the old one moves to stays occupied for good, so
 * whoever repeats this later, however late, finds either the target taken or the source gone.
 */
public final class Publish {
  private static final int LOOKS = 5;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LandingFileSystem files;

  public Publish(LandingFileSystem files) {
    this.files = files;
  }

  /** What became of the attempt. */
  public enum Outcome {
    PUBLISHED,
    /** Its output is nowhere: the partition has to be processed again. */
    OUTPUT_LOST
  }

  /**
   * Puts the intended revision in place, wherever an earlier try stopped.
   *
   * @throws LandingException.NeedsOperator if {@code final} holds something that no publication put
   *     there
   * @throws LandingException.Unavailable if the file system failed; try again
   */
  public Outcome carryOut(PartitionId partition, Publication intended) {
    try {
      swapOut(partition, intended);
      return swapIn(partition, intended.attempt());
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          partition + " cannot be published now: " + e.getMessage(), e);
    }
  }

  private void swapOut(PartitionId partition, Publication intended) throws IOException {
    String replaced = LandingZone.replaced(partition, intended.version());
    String output = LandingZone.staging(partition, intended.attempt());
    for (int look = 0; look < LOOKS && files.stat(replaced).isEmpty(); look++) {
      files.makeDirectories(LandingZone.parent(replaced));
      // Without an output to put there, readers keep what they have; the name is taken all the
      // same, or one who was paused here would put a later revision away.
      if (files.stat(output).isEmpty() || !putAway(partition, replaced)) {
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
        marker + "/_nothing_replaced",
        "Occupies the name for good.\n".getBytes(StandardCharsets.UTF_8));
    if (files.rename(marker, replaced) != Renamed.DONE) {
      files.deleteTree(marker);
    }
  }

  private Outcome swapIn(PartitionId partition, String attempt) throws IOException {
    String published = LandingZone.published(partition);
    files.makeDirectories(LandingZone.parent(published));
    Renamed renamed = files.rename(LandingZone.staging(partition, attempt), published);
    if (renamed == Renamed.DONE || attemptOf(published).equals(Optional.of(attempt))) {
      return Outcome.PUBLISHED;
    }
    return switch (renamed) {
      case SOURCE_MISSING -> Outcome.OUTPUT_LOST;
      case TARGET_EXISTS -> throw foreign(partition);
      default -> throw new IOException(published + ": " + renamed);
    };
  }

  private static LandingException foreign(PartitionId partition) {
    return new LandingException.NeedsOperator(
        partition
            + " cannot be published: "
            + LandingZone.published(partition)
            + " was put there by something else than Tidemark. It stays where it is. Move it away, then"
            + " 'tidemark release "
            + partition
            + "'.");
  }

  /** The attempt that made an output, if one did. */
  private Optional<String> attemptOf(String output) throws IOException {
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
