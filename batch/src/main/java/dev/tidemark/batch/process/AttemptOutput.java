package dev.tidemark.batch.process;

import static org.apache.spark.sql.functions.col;

import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The directory of one attempt. What is counted is what was written, read back: Parquet's footers
 * and the lines of the quarantine.
 *
 * @param directory relative to the root, {@code uri} the same as Spark needs it
 */
record AttemptOutput(SparkSession session, LandingFileSystem files, String directory, String uri) {
  // A dictionary of them would only be made, found too large, and written as values after all.
  private static final List<String> NEVER_REPEATED = List.of("event_id", "kafka_offset");
  private static final String DICTIONARY = "parquet.enable.dictionary#";

  /** Writes the rows of one type, in {@code fileCount} files at most, and counts them. */
  long writeType(String type, Dataset<Row> rows, int fileCount) throws IOException {
    String name = "/" + EventType.LEVEL + "=" + type;
    Dataset<Row> sorted =
        rows.coalesce(fileCount)
            .sortWithinPartitions(
                Column.EVENT_TIME, "kafka_topic", "kafka_partition", "kafka_offset");
    DataFrameWriter<Row> writer = plain(sorted.write());
    NEVER_REPEATED.forEach(column -> writer.option(DICTIONARY + column, "false"));
    writer.parquet(uri + name);
    removeChecksums(directory + name);
    return session.read().schema(rows.schema()).parquet(uri + name).count();
  }

  /** Writes rows of {@link QuarantineRows} and counts them by reason. */
  Map<String, Long> writeQuarantine(Dataset<Row> rows) throws IOException {
    String name = "/" + LandingZone.QUARANTINE;
    plain(rows.coalesce(1).write())
        .option("ignoreNullFields", "true")
        .option("compression", "none")
        .json(uri + name);
    removeChecksums(directory + name);
    Map<String, Long> byReason = new TreeMap<>();
    StructType reason = new StructType().add(QuarantineRows.REASON, DataTypes.StringType);
    session
        .read()
        .schema(reason)
        .option("lineSep", "\n")
        .json(uri + name)
        .groupBy(col(QuarantineRows.REASON))
        .count()
        .collectAsList()
        .forEach(r -> byReason.put(r.getString(0), r.getLong(1)));
    return byReason;
  }

  // Spark's own markers would say that a directory is complete before the whole output is.
  private static DataFrameWriter<Row> plain(DataFrameWriter<Row> writer) {
    return writer
        .mode("errorifexists")
        .option("mapreduce.fileoutputcommitter.marksuccessfuljobs", "false");
  }

  // Hadoop writes them beside each file on a local disk.
  private void removeChecksums(String inDirectory) throws IOException {
    for (LandingFileSystem.Entry entry : files.list(inDirectory)) {
      if (entry.name().startsWith(".") && entry.name().endsWith(".crc")) {
        files.deleteFile(inDirectory + "/" + entry.name());
      }
    }
  }
}
