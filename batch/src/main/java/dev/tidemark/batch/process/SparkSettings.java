package dev.tidemark.batch.process;

import dev.tidemark.batch.config.BatchConfig;
import java.util.Map;
import java.util.TreeMap;

/**
 * What processing requires of Spark SQL, whatever the session it is given says: the same output on
 * every host and in every zone. Processing sets them in a session of its own, so a caller need not;
 * other settings of a session (memory, cores, speculation) are the caller's.
 */
public final class SparkSettings {
  private SparkSettings() {}

  /** Names and values. */
  public static Map<String, String> of(BatchConfig config) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("spark.sql.session.timeZone", "UTC");
    settings.put("spark.sql.ansi.enabled", "true");
    // Instants, not java.sql.Timestamp, whose old dates depend on the zone of the JVM.
    settings.put("spark.sql.datetime.java8API.enabled", "true");
    // hr=08 stays 08.
    settings.put("spark.sql.sources.partitionColumnTypeInference.enabled", "false");
    settings.put("spark.sql.parquet.compression.codec", "zstd");
    settings.put("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
    // Dates before 1582 are written as they are; the other modes shift them or stop the job.
    settings.put("spark.sql.parquet.datetimeRebaseModeInWrite", "CORRECTED");
    settings.put("spark.sql.parquet.datetimeRebaseModeInRead", "CORRECTED");
    // A file that vanishes or is damaged must never look like one without rows.
    settings.put("spark.sql.files.ignoreMissingFiles", "false");
    settings.put("spark.sql.files.ignoreCorruptFiles", "false");
    settings.put("spark.sql.shuffle.partitions", String.valueOf(config.shufflePartitions()));
    return settings;
  }
}
