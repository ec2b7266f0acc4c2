package dev.tidemark.batch.process;

import static org.apache.spark.sql.functions.col;

import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SessionState;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The directory of one attempt. What is counted is what was written, read back: Parquet's footers
 * and the lines of the quarantine.
 *
 * @param directory relative to the root, {@code uri} the same as Spark needs it
 */
record AttemptOutput(SparkSession session, LandingFileSystem files, String directory, String uri) {
  // Hadoop's own markers would say that a directory is complete before the whole output is.
  private static final String MARK_SUCCESS = "mapreduce.fileoutputcommitter.marksuccessfuljobs";

  /** Writes the rows of one type, a file for each partition of the RDD, and counts them. */
  long writeType(String type, JavaPairRDD<Void, RowPlace> rows, StructType schema)
      throws IOException {
    String name = "/" + EventType.LEVEL + "=" + type;
    rows.saveAsNewAPIHadoopDataset(toParquet(uri + name, schema));
    removeChecksums(directory + name);
    return session.read().schema(schema).parquet(uri + name).count();
  }

  private Configuration toParquet(String path, StructType schema) throws IOException {
    SessionState state = ((org.apache.spark.sql.classic.SparkSession) session).sessionState();
    Job job = Job.getInstance(state.newHadoopConf());
    job.setOutputFormatClass(RowFileFormat.class);
    FileOutputFormat.setOutputPath(job, new Path(path));
    Configuration hadoop = job.getConfiguration();
    // Nobody takes a file for the one that had its name in an earlier attempt.
    hadoop.set("mapreduce.output.basename", "part-" + UUID.randomUUID());
    hadoop.set(MARK_SUCCESS, "false");
    RowFileFormat.configure(hadoop, state.conf(), schema);
    return hadoop;
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

  private static DataFrameWriter<Row> plain(DataFrameWriter<Row> writer) {
    return writer.mode("errorifexists").option(MARK_SUCCESS, "false");
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
