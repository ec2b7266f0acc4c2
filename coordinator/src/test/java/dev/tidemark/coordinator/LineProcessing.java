package dev.tidemark.coordinator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.batch.process.InputFile;
import dev.tidemark.batch.process.ProcessRequest;
import dev.tidemark.batch.process.ProcessResult;
import dev.tidemark.batch.process.Processing;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.Manifest;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Processing without Spark: copies the lines into one file and leaves out those that are equal to
 * another. A partition can be told to fail, and a test can look in while one is processed.
 */
public final class LineProcessing implements Processing {
  public static final String ROWS = "rows.json";

  private final LandingFileSystem files;
  private final Map<PartitionId, RuntimeException> poisoned = new ConcurrentHashMap<>();
  private volatile Consumer<PartitionId> meanwhile = id -> {};

  public LineProcessing(LandingFileSystem files) {
    this.files = files;
  }

  void poison(String partition, RuntimeException error) {
    poisoned.put(PartitionId.parse(partition), error);
  }

  void cure(String partition) {
    poisoned.remove(PartitionId.parse(partition));
  }

  /** Done each time after the output is complete and before processing returns. */
  void meanwhile(Consumer<PartitionId> action) {
    meanwhile = action;
  }

  @Override
  public ProcessResult process(ProcessRequest request) {
    try {
      ProcessResult result = copy(request);
      meanwhile.accept(request.partition());
      return result;
    } catch (IOException e) {
      throw new LandingException.Unavailable(request.partition() + " was not processed", e);
    }
  }

  private ProcessResult copy(ProcessRequest request) throws IOException {
    String output = request.outputDirectory();
    if (files.stat(output).isPresent()) {
      throw new LandingException.Conflict(output + " exists");
    }
    files.makeDirectories(output);
    Set<String> rows = new LinkedHashSet<>();
    long in = 0;
    for (InputFile input : request.inputs()) {
      for (String line : new String(files.read(input.path()), UTF_8).lines().toList()) {
        in++;
        rows.add(line);
      }
    }
    files.write(output + "/" + ROWS, (String.join("\n", rows) + "\n").getBytes(UTF_8));
    // It fails with something written, for that is what has to be cleared away.
    RuntimeException error = poisoned.get(request.partition());
    if (error != null) {
      throw error;
    }
    files.write(
        output + "/" + Manifest.FILE_NAME,
        ("{\"attempt\":\""
                + request.attempt()
                + "\",\"rows_out\":"
                + rows.size()
                + ",\"duplicates\":"
                + (in - rows.size())
                + ",\"quarantined\":0}")
            .getBytes(UTF_8));
    files.write(output + "/" + LandingZone.SUCCESS, new byte[0]);
    return new ProcessResult(
        in,
        rows.size(),
        in - rows.size(),
        0,
        rows.isEmpty() ? Map.of() : Map.of("line", (long) rows.size()),
        Map.of(),
        "lines");
  }

  @Override
  public void close() {}
}
