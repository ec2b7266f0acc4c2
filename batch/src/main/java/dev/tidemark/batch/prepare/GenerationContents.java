package dev.tidemark.batch.prepare;

import dev.tidemark.landing.Counted;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.LandingFileSystem.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Holds the directory of a closed generation against its manifest, by one listing. The manifest is
 * what counts: a file that it does not name is foreign and must not be read; one that it names and
 * that is missing, or has another length, makes the generation damaged.
 */
public record GenerationContents(LandingFileSystem files) {

  /**
   * Looks at the directory.
   *
   * @return paths of foreign files
   * @throws LandingException.NeedsOperator if the generation is damaged
   * @throws LandingException.Unavailable if the file system failed; try again
   */
  public List<String> check(Manifest manifest, String directory) {
    Map<String, Entry> found = list(manifest, directory);
    List<String> missing = new ArrayList<>();
    for (LandedFile file : manifest.files()) {
      Entry entry = found.remove(file.name());
      if (entry == null || entry.directory() || entry.length() != file.bytes()) {
        missing.add(file.name());
      }
    }
    if (!missing.isEmpty()) {
      throw damaged(manifest, missing, directory);
    }
    found.remove(DirectoryLabel.FILE_NAME);
    return found.keySet().stream().map(name -> directory + "/" + name).toList();
  }

  private Map<String, Entry> list(Manifest manifest, String directory) {
    try {
      return files.list(directory).stream()
          .collect(
              Collectors.toMap(Entry::name, Function.identity(), (one, same) -> one, TreeMap::new));
    } catch (IOException e) {
      throw new LandingException.Unavailable(
          manifest.generation() + " cannot be processed now: " + e.getMessage(), e);
    }
  }

  private static LandingException damaged(
      Manifest manifest, List<String> missing, String directory) {
    return new LandingException.NeedsOperator(
        manifest.generation()
            + " is damaged and cannot be processed: "
            + missing.size()
            + " of its "
            + Counted.of(manifest.files().size(), "file")
            + (missing.size() == 1 ? " is" : " are")
            + " missing or of another length in "
            + directory
            + ", "
            + missing.get(0)
            + " first. Nothing is published anew, and what is published stays. Bring them back under their"
            + " names, then 'tidemark retry "
            + manifest.generation().partition()
            + "'.");
  }
}
