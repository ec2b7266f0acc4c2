package dev.tidemark.coordinator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Processing without Spark: copies the lines into one file and leaves out those that are equal to
 * another. Lines that begin with {@link #BAD} go to quarantine. A partition can be told to fail,
 * and a test can look in while one is processed.
 */
public final class LineProcessing implements Processing {
  public static final String ROWS = "rows.json";
  public static final String BAD = "!";
  public static final String REASON = "begins with <!> & is \u0007 bad";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final LandingFileSystem files;
  private final Map<PartitionId, RuntimeException> poisoned = new ConcurrentHashMap<>();
  private volatile Consumer<PartitionId> meanwhile = id -> {};
  private volatile String configHash = "lines";

  public LineProcessing(LandingFileSystem files) {
    this.files = files;
  }

  void poison(String partition, RuntimeException error) {
    poisoned.put(PartitionId.parse(partition), error);
  }

  void cure(String partition) {
    poisoned.remove(PartitionId.parse(partition));
  }

  void processAs(String hash) {
    configHash = hash;
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
    List<String> bad = new ArrayList<>();
    long in = 0;
    for (InputFile input : request.inputs()) {
      long number = 0;
      for (String line : new String(files.read(input.path()), UTF_8).lines().toList()) {
        in++;
        number++;
        if (line.startsWith(BAD)) {
          bad.add(quarantined(input, number, line));
        } else {
          rows.add(line);
        }
      }
    }
    if (!bad.isEmpty()) {
      String quarantine = output + "/" + LandingZone.QUARANTINE;
      files.makeDirectories(quarantine);
      files.write(quarantine + "/part-0.json", String.join("\n", bad).getBytes(UTF_8));
    }
    long duplicates = in - rows.size() - bad.size();
    Map<String, Long> reasons = bad.isEmpty() ? Map.of() : Map.of(REASON, (long) bad.size());
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
                + duplicates
                + ",\"quarantined\":"
                + bad.size()
                + ",\"quarantined_by_reason\":"
                + JSON.writeValueAsString(reasons)
                + "}")
            .getBytes(UTF_8));
    files.write(output + "/" + LandingZone.SUCCESS, new byte[0]);
    return new ProcessResult(
        in,
        rows.size(),
        duplicates,
        bad.size(),
        rows.isEmpty() ? Map.of() : Map.of("line", (long) rows.size()),
        reasons,
        configHash);
  }

  private static String quarantined(InputFile input, long number, String line) throws IOException {
    ObjectNode row = JSON.createObjectNode();
    row.put("reason", REASON)
        .put("file", input.path())
        .put("line", number)
        .put("topic", "events")
        .put("partition", input.file().source().partition())
        .put("offset", input.file().offsets().get(0).from() + number - 1)
        .put("raw", line);
    return JSON.writeValueAsString(row);
  }

  @Override
  public void close() {}
}
