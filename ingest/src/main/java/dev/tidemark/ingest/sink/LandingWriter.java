package dev.tidemark.ingest.sink;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * One attempt of one task: writes each record's value to the file of its topic-partition and hour,
 * in flight under names of this attempt alone. Records that are landed already are passed over.
 */
final class LandingWriter implements DataWriter<InternalRow> {
  private final LandingFileSystem files;
  private final RowLayout layout;
  private final Map<String, Long> landed;
  private final Granularity granularity;
  private final Duration futureBound;
  private final String directory;
  private final Clock clock;
  private final String attempt = UUID.randomUUID().toString();
  private final Map<String, Source> sources = new TreeMap<>();
  private Source current;
  private boolean committed;

  LandingWriter(
      LandingFileSystem files, RowLayout layout, WriterSettings settings, long epoch, Clock clock) {
    this.files = files;
    this.layout = layout;
    this.landed = settings.landed();
    this.granularity = settings.granularity();
    this.futureBound = settings.futureBound();
    this.directory = LandingZone.inflight(settings.run(), epoch);
    this.clock = clock;
  }

  /** One topic-partition of this task. */
  private final class Source {
    private final String topic;
    private final int partition;
    private final long from;
    private final Map<Instant, HourFile> open = new HashMap<>();
    private long until;
    private long rows;
    private long nulls;
    private long ignoredTimes;
    private long maxTime = TaskCommit.NO_TIME;

    Source(String topic, int partition) {
      this.topic = topic;
      this.partition = partition;
      this.from = landed.getOrDefault(topic + "/" + partition, 0L);
      this.until = from;
    }

    void append(byte[] value, long offset, long time) throws IOException {
      until = offset + 1;
      Instant now = clock.instant();
      boolean usable = time >= 0 && time <= now.plus(futureBound).toEpochMilli();
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
      Instant start =
          PartitionId.of(usable ? Instant.ofEpochMilli(time) : now, granularity).start();
      HourFile file = open.get(start);
      if (file == null) {
        file = create(start, offset);
        open.put(start, file);
      }
      file.append(value, offset, usable ? time : TaskCommit.NO_TIME);
    }

    private HourFile create(Instant start, long offset) throws IOException {
      files.makeDirectories(directory);
      String name = topic + "-" + partition + "-" + offset + "-" + attempt + ".json";
      return new HourFile(files, directory, name, start);
    }
  }

  @Override
  public void write(InternalRow row) throws IOException {
    String topic = row.getString(layout.topic());
    int partition = row.getInt(layout.partition());
    if (current == null || current.partition != partition || !current.topic.equals(topic)) {
      current =
          sources.computeIfAbsent(topic + "/" + partition, key -> new Source(topic, partition));
    }
    long offset = row.getLong(layout.offset());
    if (offset < current.from) {
      return;
    }
    // Spark's timestamps are microseconds.
    long time =
        row.isNullAt(layout.timestamp())
            ? -1
            : Math.floorDiv(row.getLong(layout.timestamp()), 1000L);
    current.append(layout.valueOf(row), offset, time);
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    List<TaskCommit.ReadSpan> spans = new ArrayList<>();
    List<TaskCommit.WrittenFile> written = new ArrayList<>();
    for (Source s : sources.values()) {
      spans.add(
          new TaskCommit.ReadSpan(
              s.topic, s.partition, s.from, s.until, s.rows, s.nulls, s.ignoredTimes, s.maxTime));
      for (HourFile file : s.open.values()) {
        written.add(file.close(s.topic, s.partition));
      }
    }
    committed = true;
    return new TaskCommit(spans, written);
  }

  /** Deletes this attempt's files; nobody was told of them. */
  @Override
  public void abort() throws IOException {
    if (committed) {
      return;
    }
    for (Source s : sources.values()) {
      for (HourFile file : s.open.values()) {
        file.abandon();
        files.deleteFile(file.path());
      }
    }
  }

  @Override
  public void close() {}
}
