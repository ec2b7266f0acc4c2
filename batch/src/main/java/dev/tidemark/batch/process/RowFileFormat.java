package dev.tidemark.batch.process;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetOutputFormat;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport$;
import org.apache.spark.sql.execution.datasources.parquet.SparkToParquetSchemaConverter;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;

/**
 * Writes rows of {@link RowBytes} to Parquet, with the schema and the footer that Spark would
 * write. A task makes one by its class, and knows from the configuration what the rows are.
 */
public final class RowFileFormat extends FileOutputFormat<Void, RowPlace> {
  private static final String SPARK_SCHEMA = "tidemark.batch.spark-schema";
  private static final String PARQUET_SCHEMA = "tidemark.batch.parquet-schema";
  private static final String EXTENSION = ".zstd.parquet";

  /** By it Spark tells how times are to be understood that are before 1900. */
  private static final String SPARK_VERSION = "org.apache.spark.version";

  // A dictionary of them would only be made, found too large, and written as values after all.
  private static final List<String> NEVER_REPEATED = List.of("event_id", EventRows.OFFSET);

  /** Sets what the rows are. */
  static void configure(Configuration hadoop, SQLConf conf, StructType schema) {
    hadoop.set(SPARK_SCHEMA, schema.json());
    hadoop.set(PARQUET_SCHEMA, new SparkToParquetSchemaConverter(conf).convert(schema).toString());
  }

  @Override
  public RecordWriter<Void, RowPlace> getRecordWriter(TaskAttemptContext context)
      throws IOException {
    Configuration hadoop = context.getConfiguration();
    MessageType schema = MessageTypeParser.parseMessageType(hadoop.get(PARQUET_SCHEMA));
    Map<String, String> metadata =
        Map.of(
            ParquetReadSupport$.MODULE$.SPARK_METADATA_KEY(),
            hadoop.get(SPARK_SCHEMA),
            SPARK_VERSION,
            org.apache.spark.package$.MODULE$.SPARK_VERSION_SHORT());
    Path path = getDefaultWorkFile(context, EXTENSION);
    return new RowFile(path, schema, metadata, properties(hadoop), hadoop);
  }

  static ParquetProperties properties(Configuration hadoop) {
    ParquetProperties.Builder builder =
        ParquetProperties.builder()
            .withPageSize(ParquetOutputFormat.getPageSize(hadoop))
            .withDictionaryPageSize(ParquetOutputFormat.getDictionaryPageSize(hadoop))
            .withPageRowCountLimit(
                hadoop.getInt(
                    ParquetOutputFormat.PAGE_ROW_COUNT_LIMIT,
                    ParquetProperties.DEFAULT_PAGE_ROW_COUNT_LIMIT))
            // No reader is known that asks for them.
            .withSizeStatisticsEnabled(false)
            .withMinRowCountForPageSizeCheck(RowBatch.SIZE)
            .estimateRowCountForPageSizeCheck(false);
    NEVER_REPEATED.forEach(column -> builder.withDictionaryEncoding(column, false));
    return builder.build();
  }
}
