package dev.tidemark.ingest.sink;

import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * One attempt of one task: writes each record's value to the file of its topic-partition and hour.
 * Records that are landed already are passed over.
 */
final class LandingWriter implements DataWriter<InternalRow> {
  private static final long MISSING = -1;

  private final OpenFiles open;
  private final RowLayout layout;
  private final Map<String, Long> landed;
  private final Map<String, List<OffsetRange>> ahead;
  private final TimeBounds bounds;
  private final Optional<Placement> placement;
  private final Map<String, Source> sources = new TreeMap<>();
  private Source current;
  private boolean committed;

  LandingWriter(
      LandingFileSystem files, RowLayout layout, WriterSettings settings, long epoch, Clock clock) {
    this.open =
        new OpenFiles(
            files,
            LandingZone.inflight(settings.run(), epoch),
            UUID.randomUUID().toString(),
            settings.granularity());
    this.layout = layout;
    this.landed = settings.landed();
    this.ahead = settings.ahead();
    this.bounds = new TimeBounds(clock, settings.pastBound(), settings.futureBound());
    this.placement = Placement.of(settings, clock);
  }

  /** One topic-partition of this task. */
  private final class Source {
    private final String topic;
    private final UTF8String topicInRow;
    private final int partition;
    private final long from;
    private final List<OffsetRange> landedAhead;
    private long first = TaskCommit.NO_OFFSET;
    private long until;
    private long rows;
    private long nulls;
    private long ignoredTimes;
    private long maxTime = TaskCommit.NO_TIME;

    Source(String topic, int partition) {
      this.topic = topic;
      this.topicInRow = UTF8String.fromString(topic);
      this.partition = partition;
      this.from = landed.getOrDefault(topic + "/" + partition, 0L);
      this.landedAhead = ahead.getOrDefault(topic + "/" + partition, List.of());
      this.until = from;
    }

    boolean is(UTF8String topic, int partition) {
      return partition == this.partition && topic.equals(topicInRow);
    }

    /** Whether the record is landed already, so that it is read and has no line. */
    boolean passesOver(long offset) {
      for (OffsetRange range : landedAhead) {
        if (range.from() <= offset && offset < range.until()) {
          first = Math.min(first, offset);
          until = Math.max(until, offset + 1);
          return true;
        }
      }
      return false;
    }

    void append(ByteBuffer value, long offset, long time) throws IOException {
      if (offset < until) {
        throw new IllegalStateException(
            topic
                + "-"
                + partition
                + ": offset "
                + offset
                + " comes after "
                + (until - 1)
                + ". The sink 'landing' takes the rows as Spark's Kafka source gives them; do not sort or"
                + " repeat them before it.");
      }
      first = Math.min(first, offset);
      until = offset + 1;
      boolean usable = bounds.isUsable(time);
      if (usable) {
        maxTime = Math.max(maxTime, time);
      } else {
        ignoredTimes++;
      }
      if (value == null) {
        nulls++;
        return;
      }
      rows++;
      long own = usable ? time : bounds.now().toEpochMilli();
      long at = placement.isPresent() ? placement.get().timeOf(value, own) : own;
      open.of(topic, partition, at, offset)
          .append(value, offset, usable ? time : TaskCommit.NO_TIME);
    }

    TaskCommit.ReadSpan span() {
      return new TaskCommit.ReadSpan(
          topic, partition, from, first, until, rows, nulls, ignoredTimes, maxTime);
    }
  }

  @Override
  public void write(InternalRow row) throws IOException {
    UTF8String topic = row.getUTF8String(layout.topic());
    int partition = row.getInt(layout.partition());
    if (current == null || !current.is(topic, partition)) {
      String name = topic.toString();
      current = sources.computeIfAbsent(name + "/" + partition, key -> new Source(name, partition));
    }
    long offset = row.getLong(layout.offset());
    if (offset < current.from || current.passesOver(offset)) {
      return;
    }
    // Spark's timestamps are microseconds.
    long time =
        row.isNullAt(layout.timestamp())
            ? MISSING
            : Math.floorDiv(row.getLong(layout.timestamp()), 1000L);
    current.append(layout.valueOf(row), offset, time);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    TaskCommit message =
        new TaskCommit(
            sources.values().stream().map(Source::span).toList(),
            open.close(),
            placement.map(Placement::counts).orElse(EventTimeCounts.NONE));
    committed = true;
    return message;
  }

  /** Deletes this attempt's files, of which nobody was told; once somebody was, nothing. */
  @Override
  public void abort() {
    if (!committed) {
      open.delete();
    }
  }

  @Override
  public void close() {}
}
