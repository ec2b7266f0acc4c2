package dev.tidemark.bench.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * An hour's files, each with as many lines.
 *
 * @param directory below the root; its files are called by their number
 * @param withIds whether the events have ids, by which repeats are found
 */
record Hour(String directory, int files, int linesInFile, boolean withIds) {
  static final Instant START = Instant.parse("2026-08-22T13:00:00Z");

  /** The inverse of {@link #words}. */
  static Hour parse(String[] words) {
    return new Hour(
        words[0],
        Integer.parseInt(words[1]),
        Integer.parseInt(words[2]),
        Boolean.parseBoolean(words[3]));
  }

  String words() {
    return directory + " " + files + " " + linesInFile + " " + withIds;
  }

  long events() {
    return (long) files * linesInFile;
  }

  /** Events that are none of a client's second sendings. */
  long winners() {
    if (!withIds) {
      return events();
    }
    long winners = 0;
    for (long i = 0; i < events(); i++) {
      winners += Click.isRepeat(i) ? 0 : 1;
    }
    return winners;
  }

  /** Writes the files and returns their bytes. */
  long write(Path root) throws IOException {
    Files.createDirectories(root.resolve(directory));
    long bytes = 0;
    for (int file = 0; file < files; file++) {
      Path path = root.resolve(path(file));
      try (BufferedWriter out = Files.newBufferedWriter(path, UTF_8)) {
        for (int line = 0; line < linesInFile; line++) {
          out.write(Click.json((long) file * linesInFile + line, START, withIds));
          out.write('\n');
        }
      }
      bytes += Files.size(path);
    }
    return bytes;
  }

  String path(int file) {
    return directory + "/" + file + ".json";
  }
}
