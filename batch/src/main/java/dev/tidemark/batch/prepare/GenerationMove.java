package dev.tidemark.batch.prepare;

import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingJson;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.LandingFileSystem.Entry;
import dev.tidemark.landing.fs.LandingFileSystem.Renamed;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Moves the directory of a closed generation by one rename. It costs the same whatever the number
 * of files, for it does not look at them: that is for {@link GenerationContents}, when they are
 * read. Doing it again, after a crash or beside a paused process, finds the generation's label in
 * the target and changes nothing.
 */
public final class GenerationMove {
  private static final int LOOKS = 5;
  private static final String ASIDE = "_foreign-label-";

  private final LandingFileSystem files;

  public GenerationMove(LandingFileSystem files) {
    this.files = files;
  }

  /**
   * What a move found.
   *
   * @param left paths of what stands in the source although the generation is gone from there
   */
  public record Moved(List<String> left) {}

  /**
   * Brings the generation from one directory to the other.
   *
   * @param verb for messages, such as "prepared"
   * @throws LandingException.NeedsOperator if there is no source or the target is something else;
   *     nothing was moved then
   * @throws LandingException.Unavailable if the file system failed; try again
   */
  public Moved move(Manifest manifest, String source, String target, String verb) {
    try {
      for (int look = 0; look < LOOKS; look++) {
        Optional<Moved> moved = tryMove(manifest, source, target, verb);
        if (moved.isPresent()) {
          return moved.get();
        }
      }
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          manifest.generation() + " cannot be " + verb + " now: " + e.getMessage(), e);
    }
    throw new LandingException.Unavailable(
        manifest.generation() + " cannot be " + verb + ": others keep changing " + source + ".",
        null);
  }

  private Optional<Moved> tryMove(Manifest manifest, String source, String target, String verb)
      throws IOException {
    DirectoryLabel label = DirectoryLabel.of(manifest);
    if (files.stat(target).isPresent()) {
      requireLabel(label, source, target, verb);
      return Optional.of(new Moved(clear(label, source)));
    }
    if (!hasLabel(label, source) && !writeLabel(label, source)) {
      if (files.stat(source).isEmpty() && files.stat(target).isEmpty()) {
        throw lost(manifest, source, verb);
      }
      return Optional.empty();
    }
    files.makeDirectories(LandingZone.parent(target));
    return files.rename(source, target) == Renamed.DONE
        ? Optional.of(new Moved(List.of()))
        : Optional.empty();
  }

  /** One who came late may have made the source again, empty or with the label. */
  private List<String> clear(DirectoryLabel label, String source) throws IOException {
    List<String> left = new ArrayList<>();
    for (Entry entry : files.list(source)) {
      left.add(source + "/" + entry.name());
    }
    String path = path(source);
    if (left.equals(List.of(path)) && isIn(label, source)) {
      files.deleteFile(path);
      left.clear();
    }
    files.deleteEmptyDirectory(source);
    return left;
  }

  private static String path(String directory) {
    return directory + "/" + DirectoryLabel.FILE_NAME;
  }

  /** What stands where a label would. */
  private enum Found {
    NOTHING,
    OURS,
    ANOTHERS
  }

  private Found at(String path, DirectoryLabel label) throws IOException {
    try {
      return LandingJson.read(files.read(path), DirectoryLabel.class, path).equals(label)
          ? Found.OURS
          : Found.ANOTHERS;
    } catch (NoSuchFileException e) {
      return Found.NOTHING;
    } catch (LandingException.NeedsOperator e) {
      // Nothing of ours: ours comes whole or not at all.
      return Found.ANOTHERS;
    }
  }

  private boolean isIn(DirectoryLabel label, String directory) throws IOException {
    return at(path(directory), label) == Found.OURS;
  }

  /**
   * Whether the source holds the label; another's under that name is put aside, not lost. Where
   * there was nothing, nothing is put aside: by now that may be the label, which a second actor has
   * just written.
   */
  private boolean hasLabel(DirectoryLabel label, String source) throws IOException {
    Found found = at(path(source), label);
    if (found == Found.ANOTHERS) {
      files.rename(path(source), source + "/" + ASIDE + UUID.randomUUID() + ".json");
    }
    return found == Found.OURS;
  }

  private void requireLabel(DirectoryLabel label, String source, String target, String verb)
      throws IOException {
    if (isIn(label, target) || isBackIn(label, target)) {
      return;
    }
    throw new LandingException.NeedsOperator(
        label.generation()
            + " cannot be "
            + verb
            + ": "
            + target
            + " exists and does not hold its label"
            + (files.stat(source).isPresent() ? ", and so does " + source : "")
            + ". Nothing was moved. 'tidemark partitions show "
            + label.generation().partition()
            + "' lists its files.");
  }

  /**
   * Brings the label back where it was put aside: of two actors who both find another's label, the
   * slower one's rename may meet what the faster one has written in its place.
   */
  private boolean isBackIn(DirectoryLabel label, String target) throws IOException {
    for (Entry entry : files.list(target)) {
      String aside = target + "/" + entry.name();
      if (entry.name().startsWith(ASIDE) && at(aside, label) == Found.OURS) {
        files.rename(aside, path(target));
        return true;
      }
    }
    return isIn(label, target);
  }

  private static LandingException lost(Manifest manifest, String source, String verb) {
    return new LandingException.NeedsOperator(
        manifest.generation()
            + " is damaged and cannot be "
            + verb
            + ": its directory "
            + source
            + " is gone, with "
            + Counted.of(manifest.files().size(), "file")
            + ". Bring it back, then 'tidemark retry "
            + manifest.generation().partition()
            + "'.");
  }

  /** Whole or not at all, and never with the directory, which may be gone by now. */
  private boolean writeLabel(DirectoryLabel label, String source) throws IOException {
    String temporary = LandingZone.temporary("label-" + UUID.randomUUID() + ".json");
    files.makeDirectories(LandingZone.temporaryDirectory());
    files.writeOrRemove(temporary, LandingJson.write(label));
    if (files.rename(temporary, path(source)) == Renamed.DONE) {
      return true;
    }
    files.deleteFile(temporary);
    return false;
  }
}
