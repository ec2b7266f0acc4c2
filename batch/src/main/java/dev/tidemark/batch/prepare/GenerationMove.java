package dev.tidemark.batch.prepare;

import dev.tidemark.landing.LandedFile;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Moves the directory of a closed generation by one rename, whatever the number of its files. What
 * counts is the manifest: a file it does not name is foreign, moves along and is never processed;
 * one that it names and that is missing makes the partition damaged. Doing it again, after a crash
 * or beside a paused process, finds the manifest in the target and changes nothing.
 */
public final class GenerationMove {
  private static final int LOOKS = 5;

  private final LandingFileSystem files;

  public GenerationMove(LandingFileSystem files) {
    this.files = files;
  }

  /**
   * What a move found.
   *
   * @param foreign paths of files that the manifest does not name
   */
  public record Moved(List<String> foreign) {}

  /**
   * Brings the generation from one directory to the other.
   *
   * @param verb for messages, such as "prepared"
   * @throws LandingException.NeedsOperator if a file is missing or the target is something else;
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
    if (files.stat(target).isPresent()) {
      requireSameManifest(manifest, source, target, verb);
      clear(manifest, source);
      return Optional.of(foreign(manifest, source, target));
    }
    List<String> missing = missing(manifest, source);
    if (!missing.isEmpty()) {
      if (files.stat(target).isPresent()) {
        // Moved by another since we looked; what stands in the source now is not to be touched.
        return Optional.empty();
      }
      throw damaged(manifest, missing, source, verb);
    }
    if (!hasManifest(manifest, source) && !writeManifest(manifest, source)) {
      return Optional.empty();
    }
    files.makeDirectories(LandingZone.parent(target));
    if (files.rename(source, target) != Renamed.DONE) {
      return Optional.empty();
    }
    return Optional.of(foreign(manifest, source, target));
  }

  private Moved foreign(Manifest manifest, String... directories) throws IOException {
    List<String> foreign = new ArrayList<>();
    for (String directory : directories) {
      for (Entry entry : files.list(directory)) {
        if (!names(manifest, entry.name()) && !entry.name().equals(Manifest.FILE_NAME)) {
          foreign.add(directory + "/" + entry.name());
        }
      }
    }
    return new Moved(foreign);
  }

  /** One who came late may have made the source again, empty or with the manifest. */
  private void clear(Manifest manifest, String source) throws IOException {
    List<Entry> left = files.list(source);
    if (left.size() == 1 && left.get(0).name().equals(Manifest.FILE_NAME)) {
      String path = source + "/" + Manifest.FILE_NAME;
      if (isSame(manifest, path)) {
        files.deleteFile(path);
      }
    }
    files.deleteEmptyDirectory(source);
  }

  private boolean isSame(Manifest manifest, String path) throws IOException {
    try {
      return LandingJson.read(files.read(path), Manifest.class, path)
          .hash()
          .equals(manifest.hash());
    } catch (NoSuchFileException | LandingException.NeedsOperator e) {
      // Nothing, or nothing of ours: ours comes whole or not at all.
      return false;
    }
  }

  /** Whether the source holds the manifest; another's under that name is put aside, not lost. */
  private boolean hasManifest(Manifest manifest, String source) throws IOException {
    String path = source + "/" + Manifest.FILE_NAME;
    if (isSame(manifest, path)) {
      return true;
    }
    files.rename(path, source + "/_foreign-manifest-" + UUID.randomUUID() + ".json");
    return false;
  }

  private void requireSameManifest(Manifest manifest, String source, String target, String verb)
      throws IOException {
    if (isSame(manifest, target + "/" + Manifest.FILE_NAME)) {
      return;
    }
    List<String> beside =
        files.list(source).stream().map(Entry::name).filter(n -> !names(manifest, n)).toList();
    throw new LandingException.NeedsOperator(
        manifest.generation()
            + " cannot be "
            + verb
            + ": "
            + target
            + " exists and does not hold its manifest"
            + (files.stat(source).isPresent()
                ? ", and so does " + source + " (" + beside.size() + " files not in the manifest)"
                : "")
            + ". Nothing was moved. 'tidemark partitions show "
            + manifest.generation().partition()
            + "' lists its files.");
  }

  private static boolean names(Manifest manifest, String name) {
    return manifest.files().stream().anyMatch(f -> f.name().equals(name));
  }

  /** The manifest's files that are not there, or of another length. */
  private List<String> missing(Manifest manifest, String source) throws IOException {
    Map<String, Entry> found = new HashMap<>();
    files.list(source).forEach(e -> found.put(e.name(), e));
    List<String> missing = new ArrayList<>();
    for (LandedFile file : manifest.files()) {
      Entry entry = found.get(file.name());
      if (entry == null || entry.directory() || entry.length() != file.bytes()) {
        missing.add(file.name());
      }
    }
    return missing;
  }

  private static LandingException damaged(
      Manifest manifest, List<String> missing, String source, String verb) {
    return new LandingException.NeedsOperator(
        manifest.generation()
            + " is damaged and cannot be "
            + verb
            + ": "
            + missing.size()
            + " of its "
            + manifest.files().size()
            + " files are missing or of another length in "
            + source
            + ", "
            + missing.get(0)
            + " first. Nothing was moved. Bring them back under their names, then 'tidemark release "
            + manifest.generation().partition()
            + "'.");
  }

  /** Whole or not at all, and never with the directory, which may be gone by now. */
  private boolean writeManifest(Manifest manifest, String source) throws IOException {
    String temporary = LandingZone.temporary("manifest-" + UUID.randomUUID() + ".json");
    files.makeDirectories(LandingZone.temporaryDirectory());
    files.write(temporary, LandingJson.write(manifest));
    if (files.rename(temporary, source + "/" + Manifest.FILE_NAME) == Renamed.DONE) {
      return true;
    }
    files.deleteFile(temporary);
    return false;
  }
}
