package dev.tidemark.ingest.sink;

import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A file in flight, open for the lines of one topic-partition and one hour partition. */
final class HourFile {
  private static final int BUFFER_BYTES = 1 << 18;

  private final String directory;
  private final String name;
  private final String topic;
  private final int partition;
  private final Instant partitionStart;
  private final LandingFileSystem.NewFile file;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int buffered;
  private final List<OffsetRange> offsets = new ArrayList<>();
  private long rangeFrom = -1;
  private long rangeUntil = -1;
  private long rows;
  private long minTime = Long.MAX_VALUE;
  private long maxTime = TaskCommit.NO_TIME;

  HourFile(
      LandingFileSystem files,
      String directory,
      String name,
      String topic,
      int partition,
      Instant partitionStart)
      throws IOException {
    this.directory = directory;
    this.name = name;
    this.topic = topic;
    this.partition = partition;
    this.partitionStart = partitionStart;
    this.file = files.create(path());
  }

  String path() {
    return directory + "/" + name;
  }

  /** Appends one line; a line break inside the value becomes a space. */
  void append(ByteBuffer value, long offset, long time) throws IOException {
    while (value.hasRemaining()) {
      makeRoom();
      int length = Math.min(value.remaining(), BUFFER_BYTES - buffered);
      value.get(buffer, buffered, length);
      LineFeeds.toSpaces(buffer, buffered, buffered + length);
      buffered += length;
    }
    makeRoom();
    buffer[buffered++] = '\n';
    rows++;
    extend(offset);
    if (time != TaskCommit.NO_TIME) {
      minTime = Math.min(minTime, time);
      maxTime = Math.max(maxTime, time);
    }
  }

  private void makeRoom() throws IOException {
    if (buffered == BUFFER_BYTES) {
      file.write(buffer, 0, buffered);
      buffered = 0;
    }
  }

  private void extend(long offset) {
    if (rangeUntil != offset) {
      endRange();
      rangeFrom = offset;
    }
    rangeUntil = offset + 1;
  }

  private void endRange() {
    if (rangeFrom >= 0) {
      offsets.add(new OffsetRange(rangeFrom, rangeUntil));
    }
  }

  /** Makes the file durable. */
  TaskCommit.WrittenFile close() throws IOException {
    file.write(buffer, 0, buffered);
    file.close();
    endRange();
    return new TaskCommit.WrittenFile(
        name,
        partitionStart,
        topic,
        partition,
        rows,
        file.length(),
        List.copyOf(offsets),
        maxTime == TaskCommit.NO_TIME ? TaskCommit.NO_TIME : minTime,
        maxTime);
  }

  void abandon() throws IOException {
    file.close();
  }
}
