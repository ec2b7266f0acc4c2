package dev.tidemark.bench;

import dev.tidemark.batch.archive.Archive;
import dev.tidemark.batch.prepare.Prepare;
import dev.tidemark.embedded.ExternalHdfs;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Preparing and archiving a generation of many files on HDFS, against one of a single file, and
 * against moving the files one by one.
 */
@Command(
    name = "rename",
    mixinStandardHelpOptions = true,
    description = "Prepares and archives generations of one and of many files on a real HDFS.")
final class RenameBenchmark implements Callable<Integer> {
  private static final int ROUNDS = 21;
  private static final int WRITERS = 8;

  @Spec private CommandSpec spec;

  @Option(
      names = "--directory",
      defaultValue = "${sys:java.io.tmpdir}",
      description = "Where Kafka and HDFS keep their data, default ${DEFAULT-VALUE}.")
  private Path directory;

  @Option(names = "--quick", description = "At most 10,000 files instead of 100,000.")
  private boolean quick;

  @Override
  public Integer call() throws IOException {
    int most = quick ? 10_000 : 100_000;
    try (TemporaryDirectory own = TemporaryDirectory.in(directory);
        ExternalHdfs hdfs = new ExternalHdfs(own.path(), 0).start()) {
      LandingFileSystem files =
          FileSystems.open(URI.create(hdfs.uri() + "/bench"), hdfs.configuration());
      Manifest single = landed(files, 13, 1);
      Manifest many = landed(files, 14, most / 10);
      Manifest crowd = landed(files, 15, most);
      measure(files, single); // warms up
      Cost ofOne = report(files, single);
      report(files, many);
      Cost ofMost = report(files, crowd);
      double apart = millisOfEachAlone(files, many);
      say("moving files one by one: %.2f ms each", apart);
      List<Goal> goals =
          List.of(
              Goal.ratioAtMost(
                  1.5,
                  String.format(
                      Locale.ROOT, "prepare and archive beside the renames, %,d files vs 1", most),
                  ofMost.beside() / ofOne.beside()),
              Goal.ratioAtMost(
                  0.01, "prepare and archive vs file by file", ofMost.all() / (2 * apart * most)));
      goals.forEach(goal -> say("%s", goal));
      return goals.stream().allMatch(Goal::isMet) ? 0 : 1;
    }
  }

  /**
   * What it takes to prepare and archive a generation.
   *
   * @param all milliseconds of both
   * @param renames milliseconds of the two renames of the directory alone: the NameNode counts all
   *     that a directory holds against quotas, file by file, whoever asks it for a rename
   */
  private record Cost(double all, double renames) {
    double beside() {
      return all - renames;
    }
  }

  private Cost report(LandingFileSystem files, Manifest manifest) throws IOException {
    Cost cost = measure(files, manifest);
    say(
        "prepare and archive, %,d files: %.1f ms, %.1f ms of them in the NameNode's two renames",
        manifest.files().size(), cost.all(), cost.renames());
    return cost;
  }

  /** Lands files without contents: only their names count here. */
  private static Manifest landed(LandingFileSystem files, int hour, int count) throws IOException {
    GenerationId id =
        new GenerationId(
            PartitionId.of(
                Instant.parse("2026-08-22T00:00:00Z").plusSeconds(3600L * hour), Granularity.HOUR),
            0);
    List<LandedFile> landed = IntStream.range(0, count).mapToObj(i -> file(id, i)).toList();
    String directory = LandingZone.landing(id);
    files.makeDirectories(directory);
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> writing =
          IntStream.range(0, WRITERS)
              .<Future<?>>mapToObj(
                  w ->
                      writers.submit(
                          () -> {
                            for (int i = w; i < count; i += WRITERS) {
                              files.create(directory + "/" + landed.get(i).name()).close();
                            }
                            return null;
                          }))
              .toList();
      for (Future<?> one : writing) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    } finally {
      writers.shutdownNow();
    }
    return new Manifest(id, landed);
  }

  private static LandedFile file(GenerationId generation, int number) {
    return new LandedFile(
        "events-0-" + number + "-9d0f1a52-6f43-4c2b-8f0e-5d1f6a7c8b90.json",
        generation,
        1,
        0,
        new TopicPartition("kZ0pQ2bWQ3y7rVx1tA9uCg", 0),
        List.of(new OffsetRange(number, number + 1)),
        Optional.empty(),
        Optional.empty());
  }

  /** What a coordinator does with a generation between two entries of the log, twice. */
  private static Cost measure(LandingFileSystem files, Manifest manifest) throws IOException {
    Prepare prepare = new Prepare(files);
    Archive archive = new Archive(files);
    String source = LandingZone.landing(manifest.generation());
    double[] all = new double[ROUNDS];
    double[] renames = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long start = System.nanoTime();
      prepare.prepare(manifest);
      archive.archive(manifest);
      all[i] = (System.nanoTime() - start) / 1e6;
      start = System.nanoTime();
      files.rename(LandingZone.archive(manifest.generation()), "aside");
      files.rename("aside", source);
      renames[i] = (System.nanoTime() - start) / 1e6;
      files.deleteFile(source + "/_generation.json");
    }
    return new Cost(median(all), median(renames));
  }

  private static double median(double[] millis) {
    Arrays.sort(millis);
    return millis[millis.length / 2];
  }

  private static double millisOfEachAlone(LandingFileSystem files, Manifest manifest)
      throws IOException {
    String source = LandingZone.landing(manifest.generation());
    files.makeDirectories("apart");
    long start = System.nanoTime();
    for (LandedFile file : manifest.files()) {
      files.rename(source + "/" + file.name(), "apart/" + file.name());
    }
    return (System.nanoTime() - start) / 1e6 / manifest.files().size();
  }

  private void say(String format, Object... arguments) {
    spec.commandLine().getOut().println(String.format(Locale.ROOT, format, arguments));
    spec.commandLine().getOut().flush();
  }
}
