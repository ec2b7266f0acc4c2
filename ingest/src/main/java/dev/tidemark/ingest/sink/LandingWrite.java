package dev.tidemark.ingest.sink;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.connector.write.streaming.StreamingDataWriterFactory;
import org.apache.spark.sql.connector.write.streaming.StreamingWrite;

/** The write of one micro-batch. */
final class LandingWrite implements StreamingWrite {
  private final LandingSink sink;
  private final RowLayout layout;

  LandingWrite(LandingSink sink, RowLayout layout) {
    this.sink = sink;
    this.layout = layout;
  }

  @Override
  public StreamingDataWriterFactory createStreamingWriterFactory(PhysicalWriteInfo info) {
    return new Factory(layout, sink.writerSettings(), sink.taskFiles(), sink.clock());
  }

  @Override
  public void commit(long epochId, WriterCommitMessage[] messages) {
    List<TaskCommit> tasks = new ArrayList<>();
    for (WriterCommitMessage message : messages) {
      tasks.add((TaskCommit) message);
    }
    sink.commit(epochId, tasks);
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
