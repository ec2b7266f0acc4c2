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
      return Optional.of(new Moved(left(source)));
    }
    Map<String, Entry> found = new HashMap<>();
    files.list(source).forEach(e -> found.put(e.name(), e));
    requireComplete(manifest, found, source, target, verb);
    if (!found.containsKey(Manifest.FILE_NAME) && !writeManifest(manifest, source)) {
      return Optional.empty();
    }
    files.makeDirectories(LandingZone.parent(target));
    if (files.rename(source, target) != Renamed.DONE) {
      return Optional.empty();
    }
    found.remove(Manifest.FILE_NAME);
    manifest.files().forEach(f -> found.remove(f.name()));
    return Optional.of(
        new Moved(found.keySet().stream().sorted().map(n -> target + "/" + n).toList()));
  }

  /**
   * What stands in a source that was moved before: an empty directory, made by one who came late.
   */
  private List<String> left(String source) throws IOException {
    if (files.stat(source).isEmpty() || files.deleteEmptyDirectory(source)) {
      return List.of();
    }
    return files.list(source).stream().map(e -> source + "/" + e.name()).toList();
  }

  private void requireSameManifest(Manifest manifest, String source, String target, String verb)
      throws IOException {
    try {
      byte[] json = files.read(target + "/" + Manifest.FILE_NAME);
      if (LandingJson.read(json, Manifest.class, target).hash().equals(manifest.hash())) {
        return;
      }
    } catch (NoSuchFileException e) {
      // Not ours.
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

  private void requireComplete(
      Manifest manifest, Map<String, Entry> found, String source, String target, String verb)
      throws IOException {
    List<String> missing = new ArrayList<>();
    for (LandedFile file : manifest.files()) {
      Entry entry = found.get(file.name());
      if (entry == null || entry.directory() || entry.length() != file.bytes()) {
        missing.add(file.name());
      }
    }
    // Moved by another since we looked.
    if (!missing.isEmpty() && files.stat(target).isEmpty()) {
      throw new LandingException.NeedsOperator(
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
              + " first. Nothing was moved.");
    }
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
