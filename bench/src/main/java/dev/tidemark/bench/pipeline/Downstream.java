package dev.tidemark.bench.pipeline;

import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.LogRecord;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/** How far events have come since the collector took them, as the landing log says. */
final class Downstream {
  private static final int FIGURES = 3;

  /** When what happened to a partition first, and its counts when it was published last. */
  private static final class Course {
    private Instant closed;
    private Instant published;
    private LogEntry.Counts counts = new LogEntry.Counts(0, 0, 0, 0);
  }

  private final LandingLog log;
  private final Granularity granularity;
  private final Map<Long, LogEntry.Land> landing = new HashMap<>();
  private final Map<Long, LogEntry.Publish> publishing = new HashMap<>();
  private final Map<PartitionId, Course> courses = new TreeMap<>();
  private long next;
  private long landed;

  Downstream(URI root, Granularity granularity) {
    LandingFileSystem files = FileSystems.open(root);
    this.log = new LandingLog(files);
    this.granularity = granularity;
  }

  /** Reads what is new in the log. */
  void look() {
    for (Optional<LogRecord> r = log.read(next); r.isPresent(); r = log.read(next)) {
      note(r.get());
      next++;
    }
  }

  private void note(LogRecord record) {
    LogEntry entry = record.entry();
    if (entry instanceof LogEntry.Land land) {
      landing.put(record.version(), land);
    } else if (entry instanceof LogEntry.Landed done) {
      landed += landing.remove(done.land()).spans().stream().mapToLong(s -> s.rows()).sum();
    } else if (entry instanceof LogEntry.Close close) {
      Course course = course(close.partition());
      course.closed = course.closed == null ? record.at() : course.closed;
    } else if (entry instanceof LogEntry.Publish publish) {
      publishing.put(record.version(), publish);
    } else if (entry instanceof LogEntry.Published done) {
      Course course = course(done.partition());
      course.published = course.published == null ? record.at() : course.published;
      course.counts = publishing.remove(done.publish()).counts();
    }
  }

  private Course course(PartitionId id) {
    return courses.computeIfAbsent(id, unused -> new Course());
  }

  /** Rows in {@code raw}. */
  long landed() {
    return landed;
  }

  /** Rows that went into what is published. */
  long processed() {
    return courses.values().stream().mapToLong(c -> c.counts.in()).sum();
  }

  /** Rows in {@code final}. */
  long published() {
    return courses.values().stream().mapToLong(c -> c.counts.out()).sum();
  }

  /** Partitions that are closed and not published. */
  long waiting() {
    return courses.values().stream().filter(c -> c.closed != null && c.published == null).count();
  }

  /** From the end of each partition that was published since then to its closing, in ms. */
  Histogram toClosed(Instant since) {
    return delays(since, c -> c.closed);
  }

  /** From the end of each partition that was published since then to its publication, in ms. */
  Histogram toPublished(Instant since) {
    return delays(since, c -> c.published);
  }

  private Histogram delays(Instant since, Function<Course, Instant> reached) {
    Histogram delays = new Histogram(FIGURES);
    courses.forEach(
        (partition, course) -> {
          Instant end = partition.end(granularity);
          if (course.published != null && end.isAfter(since)) {
            Duration delay = Duration.between(end, reached.apply(course));
            delays.recordValue(Math.max(0, delay.toMillis()));
          }
        });
    return delays;
  }

  /** The partitions of which something is known, oldest first. */
  List<PartitionId> partitions() {
    return List.copyOf(courses.keySet());
  }
}
