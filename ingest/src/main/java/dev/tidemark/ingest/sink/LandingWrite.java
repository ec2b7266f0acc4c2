package dev.tidemark.ingest.sink;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;

/** The write of one micro-batch. */
final class LandingWrite implements StreamingWrite {
  /** Spark sets it for the threads of a query whose trigger is continuous. */
  private static final String CONTINUOUS = "__is_continuous_processing";

  private final LandingSink sink;
  private final RowLayout layout;

  LandingWrite(LandingSink sink, RowLayout layout) {
    this.sink = sink;
    this.layout = layout;
  }

  /**
   * Begins a micro-batch.
   *
   * @throws IllegalArgumentException if the query's trigger is continuous: its tasks never end, so
   *     a file would have no last line, and no capability of a table lets Spark know
   */
  @Override
  public StreamingDataWriterFactory createStreamingWriterFactory(PhysicalWriteInfo info) {
    String continuous = SparkSession.active().sparkContext().getLocalProperty(CONTINUOUS);
    if (Boolean.parseBoolean(continuous)) {
      throw new IllegalArgumentException(
          "The sink 'landing' lands micro-batches and cannot be used with Trigger.Continuous. Use "
              + "Trigger.ProcessingTime or Trigger.AvailableNow.");
    }
    return StopWhileWaiting.told(
        () -> new Factory(layout, sink.writerSettings(), sink.taskFiles(), sink.clock()));
  }

  @Override
  public void commit(long epochId, WriterCommitMessage[] messages) {
    List<TaskCommit> tasks = new ArrayList<>();
    for (WriterCommitMessage message : messages) {
      tasks.add((TaskCommit) message);
    }
    StopWhileWaiting.told(
        () -> {
          sink.commit(epochId, tasks);
          return null;
        });
  }

  /**
   * Deletes nothing: Spark calls it also when {@link #commit} threw, and then the intent may be in
   * the log and name these files.
   */
  @Override
  public void abort(long epochId, WriterCommitMessage[] messages) {}

  private record Factory(
      RowLayout layout, WriterSettings settings, Broadcast<TaskFiles> files, Clock clock)
      implements StreamingDataWriterFactory {
    @Override
    public DataWriter<InternalRow> createWriter(int partitionId, long taskId, long epochId) {
      return new LandingWriter(files.value().open(), layout, settings, epochId, clock);
    }
  }
}
