package dev.tidemark.batch.publish;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.LandingFileSystem.Renamed;
import dev.tidemark.landing.log.Publication;
import java.io.IOException;
import java.util.Optional;

/**
 * Carries out an intended publication: the revision that stands in {@code final} gives way to the
 * attempt's output by two renames. The name that the old one moves to stays occupied for good, so
 * whoever repeats this later, however late, finds either the target taken or the source gone.
 */
public final class Publish {
  private final LandingFileSystem files;
  private final ReplacedName replaced;

  public Publish(LandingFileSystem files) {
    this.files = files;
    this.replaced = new ReplacedName(files, "published");
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
      String output = LandingZone.staging(partition, intended.attempt());
      // Without an output to put there, readers keep what they have.
      replaced.take(partition, intended.version(), () -> files.stat(output).isPresent());
      return swapIn(partition, intended.attempt());
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          partition + " cannot be published now: " + e.getMessage(), e);
    }
  }

  private Outcome swapIn(PartitionId partition, String attempt) throws IOException {
    String published = LandingZone.published(partition);
    files.makeDirectories(LandingZone.parent(published));
    Renamed renamed = files.rename(LandingZone.staging(partition, attempt), published);
    if (renamed == Renamed.DONE || replaced.attemptOf(published).equals(Optional.of(attempt))) {
      return Outcome.PUBLISHED;
    }
    return switch (renamed) {
      case SOURCE_MISSING -> Outcome.OUTPUT_LOST;
      case TARGET_EXISTS -> throw replaced.foreign(partition);
      default -> throw new IOException(published + ": " + renamed);
    };
  }
}
