package dev.tidemark.batch.process;

import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.SerializableConfiguration;

/** One run of processing: parse once, find repeats, write each type, count what was written. */
final class Attempt {
  // JSON lines of an event and their Parquet with zstd differ in size by about this.
  private static final int SHRINKS_BY = 4;

  private final SparkSession session;
  private final String root;
  private final LandingFileSystem files;
  private final EventTypes types;
  private final Enrichment enrichment;
  private final long targetFileSize;
  private final ProcessRequest request;
  private final List<Input> inputs;

  Attempt(
      SparkSession session,
      String root,
      LandingFileSystem files,
      EventTypes types,
      Enrichment enrichment,
      long targetFileSize,
      ProcessRequest request) {
    this.session = session;
    this.root = root;
    this.files = files;
    this.types = types;
    this.enrichment = enrichment;
    this.targetFileSize = targetFileSize;
    this.request = request;
    this.inputs = Input.of(request);
  }

  ProcessResult run() throws IOException {
    String directory = request.outputDirectory();
    if (files.stat(directory).isPresent()) {
      throw new LandingException.Conflict(
          request.partition()
              + " is not processed: "
              + directory
              + " exists already, so another run of this attempt wrote there. Nothing was changed;"
              + " begin a new attempt.");
    }
    checkFiles();
    files.makeDirectories(directory);
    ProcessResult result =
        request.rows() == 0
            ? new ProcessResult(0, 0, 0, 0, Map.of(), Map.of(), enrichment.hash(types))
            : process(new AttemptOutput(session, files, directory, root + "/" + directory));
    files.write(directory + "/_manifest.json", OutputManifest.of(request, result).toJson());
    files.write(directory + "/" + LandingZone.SUCCESS, "\n".getBytes(StandardCharsets.US_ASCII));
    return result;
  }

  /** A file that is missing, cut short or grown is found before anything is read. */
  private void checkFiles() throws IOException {
    for (InputFile input : request.inputs()) {
      Optional<LandingFileSystem.Entry> found = files.stat(input.path());
      if (found.isEmpty()) {
        throw notAsManifest(input, "is missing", rows(input.file().rows()));
      }
      if (found.get().length() != input.file().bytes()) {
        throw notAsManifest(
            input, "has " + found.get().length() + " bytes", input.file().bytes() + " bytes");
      }
    }
  }

  private ProcessResult process(AttemptOutput output) throws IOException {
    JavaRDD<Parsed> parsed =
        read(inputs, new EventMapper(types, enrichment)).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      ParsedCounts counts = ParsedCounts.of(parsed);
      checkRows(counts);
      Repeats repeats = Repeats.among(parsed, counts.rows(), context().defaultParallelism());
      Map<String, Long> rowsByType = writeTypes(output, parsed, counts, repeats);
      Map<String, Long> byReason = writeQuarantine(output, parsed, counts, repeats);
      return added(counts.rows(), repeats.duplicates(), rowsByType, byReason);
    } finally {
      // A context that died has let go of it, and would hide by a failure of its own why it died.
      if (!session.sparkContext().isStopped()) {
        parsed.unpersist();
      }
    }
  }

  private JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(session.sparkContext());
  }

  private <T> JavaRDD<T> read(List<Input> some, LineMapper<T> mapper) {
    JavaSparkContext context = context();
    int slices = Math.max(1, Math.min(some.size(), 3 * context.defaultParallelism()));
    return context
        .parallelize(some, slices)
        .mapPartitions(
            new LineReader<>(
                root, new SerializableConfiguration(context.hadoopConfiguration()), mapper));
  }

  private void checkRows(ParsedCounts counts) {
    for (int i = 0; i < inputs.size(); i++) {
      InputFile input = request.inputs().get(i);
      long rows = counts.byFile().getOrDefault(i, 0L);
      if (rows != input.file().rows()) {
        throw notAsManifest(input, "has " + rows(rows), rows(input.file().rows()));
      }
    }
  }

  private static String rows(long count) {
    return count == 1 ? "1 row" : count + " rows";
  }

  private Map<String, Long> writeTypes(
      AttemptOutput output, JavaRDD<Parsed> parsed, ParsedCounts counts, Repeats repeats)
      throws IOException {
    Broadcast<Repeats> found = context().broadcast(repeats);
    try {
      SortedMap<String, Callable<Long>> writing = new TreeMap<>();
      List<EventType> all = types.withUnknown();
      for (int i = 0; i < all.size(); i++) {
        long rows = counts.byType().getOrDefault(i, 0L) - repeats.ofType(i);
        if (rows > 0) {
          String name = all.get(i).name();
          StructType schema = EventRows.schema(all.get(i));
          JavaPairRDD<Void, RowPlace> winners =
              parsed.coalesce(fileCount(rows)).mapPartitionsToPair(new Winners(i, found));
          writing.put(name, () -> output.writeType(name, winners, schema));
        }
      }
      return SideBySide.run(session, writing);
    } finally {
      if (!session.sparkContext().isStopped()) {
        found.destroy();
      }
    }
  }

  private int fileCount(long rows) {
    double bytes = (double) request.bytes() / SHRINKS_BY * rows / request.rows();
    return (int) Math.min(10_000, 1 + (long) (bytes / targetFileSize));
  }

  private Map<String, Long> writeQuarantine(
      AttemptOutput output, JavaRDD<Parsed> parsed, ParsedCounts counts, Repeats repeats)
      throws IOException {
    FlatMapFunction<Parsed, Row> rejected =
        piece ->
            piece instanceof Parsed.Rejected line
                ? List.of(line.row()).iterator()
                : Collections.emptyIterator();
    JavaRDD<Row> rows = parsed.flatMap(rejected);
    // The bytes of a conflict are read again, so that not every row has to carry its own.
    List<Input> inConflict = inputs.stream().filter(i -> repeats.hasConflicts(i.index())).toList();
    if (!inConflict.isEmpty()) {
      rows = rows.union(read(inConflict, new ConflictMapper(repeats)));
    }
    return counts.rejected() == 0 && inConflict.isEmpty()
        ? Map.of()
        : output.writeQuarantine(session.createDataFrame(rows, QuarantineRows.SCHEMA));
  }

  private ProcessResult added(
      long rowsIn, long duplicates, Map<String, Long> rowsByType, Map<String, Long> byReason) {
    long rowsOut = rowsByType.values().stream().mapToLong(Long::longValue).sum();
    long quarantined = byReason.values().stream().mapToLong(Long::longValue).sum();
    try {
      return new ProcessResult(
          rowsIn, rowsOut, duplicates, quarantined, rowsByType, byReason, enrichment.hash(types));
    } catch (IllegalArgumentException e) {
      throw new LandingException.NeedsOperator(
          request.partition()
              + " cannot be processed: the counts of "
              + request.outputDirectory()
              + " do not add up. Nothing is published, and nothing is lost: the landed files stay where"
              + " they are. This is an error of the program; please report it.",
          e);
    }
  }

  private LandingException.NeedsOperator notAsManifest(
      InputFile input, String found, String expected) {
    return new LandingException.NeedsOperator(
        request.partition()
            + " cannot be processed: "
            + input.path()
            + " "
            + found
            + ", its manifest says "
            + expected
            + ". Something changed it after it was landed. Nothing is published.");
  }
}
