package dev.tidemark.batch.process;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetOutputFormat;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.schema.MessageType;

/**
 * A Parquet file with zstd that rows of {@link RowBytes} are written to: what Parquet's own writer
 * does with records, done with batches of rows. For a task.
 */
final class RowFile extends RecordWriter<Void, RowPlace> {
  private final MessageType schema;
  private final Map<String, String> metadata;
  private final ParquetProperties properties;
  private final ZstdCompressor compressor;
  private final ParquetFileWriter file;
  private final long mostInRowGroup;
  private final RowBatch batch = new RowBatch();

  private ColumnChunkPageWriteStore pages;
  private RowColumns columns;
  private long rows;
  private int rowGroup;

  /**
   * Begins a file.
   *
   * @param metadata for the footer
   */
  RowFile(
      Path path,
      MessageType schema,
      Map<String, String> metadata,
      ParquetProperties properties,
      Configuration hadoop)
      throws IOException {
    this.schema = schema;
    this.metadata = metadata;
    this.properties = properties;
    this.mostInRowGroup = mostInRowGroup(ParquetOutputFormat.getLongBlockSize(hadoop));
    this.file =
        new ParquetFileWriter(
            HadoopOutputFile.fromPath(path, hadoop),
            schema,
            ParquetFileWriter.Mode.CREATE,
            mostInRowGroup,
            ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
            null,
            properties);
    // Last, for it holds memory that only close gives back.
    this.compressor = ZstdCompressor.of(hadoop);
    file.start();
    beginRowGroup();
  }

  /** A row group is in memory until it ends, and each processor may be at one. */
  private static long mostInRowGroup(long configured) {
    Runtime java = Runtime.getRuntime();
    return Math.min(configured, java.maxMemory() / java.availableProcessors());
  }

  private void beginRowGroup() {
    pages =
        new ColumnChunkPageWriteStore(
            compressor,
            schema,
            properties.getAllocator(),
            properties.getColumnIndexTruncateLength(),
            properties.getPageWriteChecksumEnabled(),
            file.getEncryptor(),
            rowGroup++);
    columns = new RowColumns(schema, properties, pages);
    rows = 0;
  }

  @Override
  public void write(Void key, RowPlace row) throws IOException {
    batch.add(row);
    if (batch.isFull()) {
      writeBatch();
      if (columns.size() > mostInRowGroup) {
        endRowGroup();
        beginRowGroup();
      }
    }
  }

  private void writeBatch() throws IOException {
    columns.write(batch);
    rows += batch.count();
    batch.clear();
  }

  private void endRowGroup() throws IOException {
    if (rows > 0) {
      file.startBlock(rows);
      columns.end();
      pages.flushToFileWriter(file);
      file.endBlock();
    }
    columns.close();
    pages.close();
  }

  @Override
  public void close(TaskAttemptContext context) throws IOException {
    try {
      writeBatch();
      endRowGroup();
      file.end(metadata);
    } finally {
      file.close();
      compressor.release();
    }
  }
}
