package dev.tidemark.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Moving a partition on HDFS: the one rename of its directory against renaming its files one by
 * one, and against the rename of a directory with a single file.
 */
@Command(
    name = "rename",
    mixinStandardHelpOptions = true,
    description = "Renames a directory of many files on a real HDFS.")
final class RenameBenchmark implements Callable<Integer> {
  private static final int ROUNDS = 15;

  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "Fewer files: 1,000 instead of 10,000.")
  private boolean quick;

  @Override
  public Integer call() throws IOException {
    Path directory = Files.createTempDirectory("tidemark-bench");
    try (EmbeddedHdfs hdfs = new EmbeddedHdfs(directory, 0).start()) {
      LandingFileSystem files = FileSystems.open(URI.create(hdfs.uri() + "/bench"));
      return measure(files, quick ? 1_000 : 10_000);
    } finally {
      try (Stream<Path> paths = Files.walk(directory)) {
        for (Path p : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(p);
        }
      }
    }
  }

  private int measure(LandingFileSystem files, int count) throws IOException {
    fill(files, "one", 1);
    fill(files, "many", count);
    medianMillis(files, "one"); // warms up
    double one = medianMillis(files, "one");
    double many = medianMillis(files, "many");
    files.makeDirectories("apart");
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      files.rename("many/" + i, "apart/" + i);
    }
    double oneByOne = (System.nanoTime() - start) / 1e6;
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "directory of 1 file: %.1f ms; of %,d files: %.1f ms; the files one by one: %,.0f ms%n",
            one,
            count,
            many,
            oneByOne);
    Goal peer = Goal.ratioAtMost(0.01, "rename of a directory vs file by file", many / oneByOne);
    spec.commandLine().getOut().println(peer);
    spec.commandLine().getOut().flush();
    return peer.isMet() ? 0 : 1;
  }

  private static void fill(LandingFileSystem files, String directory, int count)
      throws IOException {
    files.makeDirectories(directory);
    for (int i = 0; i < count; i++) {
      files.write(directory + "/" + i, "x\n".getBytes(UTF_8));
    }
  }

  /** There and back, an odd number of times. */
  private static double medianMillis(LandingFileSystem files, String directory) throws IOException {
    double[] millis = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long start = System.nanoTime();
      files.rename(directory, directory + "-moved");
      millis[i] = (System.nanoTime() - start) / 1e6;
      files.rename(directory + "-moved", directory);
    }
    Arrays.sort(millis);
    return millis[ROUNDS / 2];
  }
}
