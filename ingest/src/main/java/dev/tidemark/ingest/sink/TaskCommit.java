package dev.tidemark.ingest.sink;

import dev.tidemark.landing.OffsetRange;
import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * What one task read and wrote. Topics are named, not numbered: only the driver knows their ids.
 * Times are milliseconds since the epoch, {@link #NO_TIME} for none.
 */
record TaskCommit(List<ReadSpan> spans, List<WrittenFile> files, EventTimeCounts eventTimes)
    implements WriterCommitMessage {
  static final long NO_TIME = Long.MIN_VALUE;
  static final long NO_OFFSET = Long.MAX_VALUE;

  /**
   * What was read of one topic-partition.
   *
   * @param from the landed offset that the task was given
   * @param first least offset read from there on; {@link #NO_OFFSET} for none
   * @param until greatest offset read, plus one
   */
  record ReadSpan(
      String topic,
      int partition,
      long from,
      long first,
      long until,
      long rows,
      long nulls,
      long ignoredTimes,
      long maxTime)
      implements Serializable {}

  /** A file in flight; its lines are the records at {@code offsets}, in order. */
  record WrittenFile(
      String name,
      Instant partitionStart,
      String topic,
      int partition,
      long rows,
      long bytes,
      List<OffsetRange> offsets,
      long minTime,
      long maxTime)
      implements Serializable {}
}
