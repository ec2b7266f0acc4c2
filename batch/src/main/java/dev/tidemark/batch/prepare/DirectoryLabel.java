package dev.tidemark.batch.prepare;

import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Manifest;

/**
 * Says of a directory which generation it is, wherever it stands. It is small however many files
 * the generation has, so that to move it costs the same; which files they are, the log says.
 *
 * @param first name of the first file, which occurs only once in the life of a root
 */
record DirectoryLabel(GenerationId generation, String first, int files, long rows, long bytes) {
  /** The file that carries it inside the directory, hidden from Spark and Hive. */
  static final String FILE_NAME = "_generation.json";

  static DirectoryLabel of(Manifest manifest) {
    return new DirectoryLabel(
        manifest.generation(),
        manifest.files().get(0).name(),
        manifest.files().size(),
        manifest.rows(),
        manifest.bytes());
  }
}
