package dev.tidemark.batch.expire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidemark.batch.publish.ReplacedName;
import dev.tidemark.landing.Area;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.LandingFileSystem.Entry;
import dev.tidemark.landing.log.Expiry;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Set;

/**
 * Removes what an {@code expire} entry names, wherever an earlier try stopped. Nothing that it
 * deletes can be there again under its name: a generation is archived once, and what was published
 * is put away first, under a name of its own. So one who repeats this later, however late, deletes
 * nothing that came since.
 */
public final class Expire {
  /** All that is left of a replaced revision, so that its name stays taken. */
  public static final String EXPIRED = "_expired";

  private static final Set<String> MARKERS = Set.of(EXPIRED, ReplacedName.NOTHING_REPLACED);

  private final LandingFileSystem files;
  private final ReplacedName replaced;

  public Expire(LandingFileSystem files) {
    this.files = files;
    this.replaced = new ReplacedName(files, "removed");
  }

  /**
   * Carries the pending entry out.
   *
   * @throws LandingException.NeedsOperator if {@code final} holds something that no publication put
   *     there
   * @throws LandingException.Unavailable if the file system failed; try again
   */
  public void carryOut(PartitionId partition, Expiry expiry) {
    try {
      if (expiry.puttingAway().isPresent()) {
        replaced.take(partition, expiry.puttingAway().get(), () -> true);
        removeEmpty(LandingZone.parent(LandingZone.published(partition)), Area.FINAL);
      }
      emptyReplaced(partition, expiry.replaced());
      for (long generation : expiry.generations()) {
        String directory = LandingZone.archive(new GenerationId(partition, generation));
        files.deleteTree(directory);
        removeEmpty(LandingZone.parent(directory), Area.ARCHIVE);
      }
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          "What expired of " + partition + " cannot be removed now: " + e.getMessage(), e);
    }
  }

  private void emptyReplaced(PartitionId partition, long through) throws IOException {
    String all = LandingZone.parent(LandingZone.replaced(partition, 0));
    for (Entry entry : files.list(all)) {
      if (entry.directory()
          && entry.name().matches("v\\d{1,18}")
          && Long.parseLong(entry.name().substring(1)) <= through) {
        empty(all + "/" + entry.name());
      }
    }
  }

  /** The marker comes first: an empty directory would give its name to another's rename. */
  private void empty(String directory) throws IOException {
    List<Entry> held =
        files.list(directory).stream().filter(e -> !MARKERS.contains(e.name())).toList();
    if (held.isEmpty()) {
      return;
    }
    try {
      files.write(
          directory + "/" + EXPIRED,
          "Removed by retention; occupies the name.\n".getBytes(US_ASCII));
    } catch (FileAlreadyExistsException e) {
      // An earlier try, or another process.
    }
    for (Entry entry : held) {
      String path = directory + "/" + entry.name();
      if (entry.directory()) {
        files.deleteTree(path);
      } else {
        files.deleteFile(path);
      }
    }
  }

  /**
   * Directories of hours and days in which nothing is left; who needs one makes it again. All are
   * tried, for an earlier try may have stopped in between.
   */
  private void removeEmpty(String directory, Area area) throws IOException {
    for (String d = directory; !d.equals(area.directory()); d = LandingZone.parent(d)) {
      files.deleteEmptyDirectory(d);
    }
  }
}
