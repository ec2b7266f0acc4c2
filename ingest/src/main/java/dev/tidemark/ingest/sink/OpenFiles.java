package dev.tidemark.ingest.sink;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of one attempt of a task, in flight under names of this attempt alone. Only so many are
 * open at once, whatever the times of the records are: beyond that the one longest unused is ended,
 * and its hour gets another file if more comes.
 */
final class OpenFiles {
  static final int MOST_OPEN = 64;
  private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);

  private record Key(String topic, int partition, Instant partitionStart) {}

  /** The file of the last record, where the next one's usually goes too. */
  private record Last(String topic, int partition, long from, long until, HourFile file) {
    boolean takes(String topic, int partition, long time) {
      return time >= from
          && time < until
          && partition == this.partition
          && topic.equals(this.topic);
    }
  }

  private final LandingFileSystem files;
  private final String directory;
  private final String attempt;
  private final Granularity granularity;
  private final Map<Key, HourFile> open = new LinkedHashMap<>(16, 0.75f, true);
  private final List<TaskCommit.WrittenFile> written = new ArrayList<>();
  private final List<HourFile> all = new ArrayList<>();
  private Last last = new Last("", -1, 0, 0, null);

  OpenFiles(LandingFileSystem files, String directory, String attempt, Granularity granularity) {
    this.files = files;
    this.directory = directory;
    this.attempt = attempt;
    this.granularity = granularity;
  }

  /**
   * The file for a record at {@code offset}; it takes lines until another is asked for.
   *
   * @param time in milliseconds since the epoch, in the hour whose file it is
   */
  HourFile of(String topic, int partition, long time, long offset) throws IOException {
    if (!last.takes(topic, partition, time)) {
      PartitionId hour = PartitionId.of(Instant.ofEpochMilli(time), granularity);
      last =
          new Last(
              topic,
              partition,
              hour.start().toEpochMilli(),
              hour.end(granularity).toEpochMilli(),
              of(topic, partition, hour.start(), offset));
    }
    return last.file();
  }

  private HourFile of(String topic, int partition, Instant partitionStart, long offset)
      throws IOException {
    Key key = new Key(topic, partition, partitionStart);
    HourFile file = open.get(key);
    if (file == null) {
      endLongestUnused();
      if (all.isEmpty()) {
        files.makeDirectories(directory);
      }
      String name = topic + "-" + partition + "-" + offset + "-" + attempt + ".json";
      file = new HourFile(files, directory, name, topic, partition, partitionStart);
      all.add(file);
      open.put(key, file);
    }
    return file;
  }

  private void endLongestUnused() throws IOException {
    if (open.size() >= MOST_OPEN) {
      Iterator<HourFile> eldest = open.values().iterator();
      written.add(eldest.next().close());
      eldest.remove();
    }
  }

  /** Makes every file durable. */
  List<TaskCommit.WrittenFile> close() throws IOException {
    for (HourFile file : open.values()) {
      written.add(file.close());
    }
    open.clear();
    return List.copyOf(written);
  }

  /** Deletes what can be deleted; what stays is in no list, and so does no harm. */
  void delete() {
    for (HourFile file : all) {
      try {
        file.abandon();
      } catch (IOException e) {
        LOG.debug("{} was not ended: {}", file.path(), e.getMessage());
      }
      try {
        files.deleteFile(file.path());
      } catch (IOException e) {
        LOG.debug("{} stays: {}", file.path(), e.getMessage());
      }
    }
  }
}
