package dev.tidemark.bench.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.Coordinator;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.commit.Lander;
import dev.tidemark.landing.commit.MicroBatch;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Roots;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * What stands beside the data of a dataset of some size: the landing log, the manifests, the
 * renames. Ingest's commits and the coordinator are the real ones, on a file system in memory that
 * counts what it is asked; of the events there is a line for each file.
 */
final class ScaleZone implements AutoCloseable {
  /** Micro-batches of an hour, with the default trigger. */
  static final int BATCHES = 60;

  /** Sixty minutes later the hour is past the five minutes of its grace. */
  private static final Instant START = Instant.parse("2026-08-22T00:06:00Z");

  private static final int LINES = 234_375;
  private static final byte[] LINE = "{}\n".getBytes(UTF_8);
  private static final String TOPIC = "kZ0pQ2bWQ3y7rVx1tA9uCg";
  private static final long LOOK_NANOS = 200_000;

  /** Moved on by hand: an hour of this takes a second. */
  private static final class Hands extends Clock {
    private volatile Instant now = START;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  private final Hands clock = new Hands();
  private final MemoryFileSystem memory = new MemoryFileSystem();
  private final CountingFiles ingestFiles = new CountingFiles(memory);
  private final CountingFiles coordinatorFiles = new CountingFiles(memory);
  private final List<TopicPartition> sources = new ArrayList<>();
  private final Journal ingestJournal = Journal.of(ingestFiles, clock, "ingest");
  private final Lander lander = new Lander(ingestFiles, ingestJournal);
  private final Coordinator coordinator;
  private long epoch;
  private long offset;

  ScaleZone(int topicPartitions) {
    for (int i = 0; i < topicPartitions; i++) {
      sources.add(new TopicPartition(TOPIC, i));
    }
    DatasetConfig dataset =
        new DatasetConfig(
            "events",
            URI.create("memory:///events"),
            List.of("events"),
            Granularity.HOUR,
            Duration.ofSeconds(15),
            Duration.ofMinutes(5),
            Duration.ofDays(30),
            Optional.empty(),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            RetentionConfig.NONE);
    Roots.createOrCheck(ingestJournal, dataset.name(), dataset.granularity(), "cluster");
    ingestJournal.append(
        s -> Optional.of(new LogEntry.TopicAdded("events", TOPIC, new TreeMap<>())));
    ingestJournal.append(s -> Optional.of(new LogEntry.IngestClaim("run", Duration.ofDays(400))));
    coordinator =
        Coordinator.wire(
            dataset,
            new CoordinatorConfig(
                "0/1 * * * * ?", 1, Duration.ofMinutes(1), 3, Duration.ofSeconds(30)),
            Journal.of(coordinatorFiles, clock, "coordinator"),
            coordinatorFiles,
            new TinyProcessing(coordinatorFiles),
            clock,
            id -> true);
  }

  /** Lands the next micro-batch; the files of its tasks are there already. */
  void land() throws IOException {
    MicroBatch batch = write();
    // Its tasks on other machines made the files; what is counted is the driver's part.
    Instant watermark = clock.now;
    lander.land(batch, (current, all) -> Optional.of(watermark));
  }

  private MicroBatch write() throws IOException {
    clock.now = START.plus(Duration.ofMinutes(epoch));
    PartitionId hour = PartitionId.of(clock.now, Granularity.HOUR);
    String directory = LandingZone.inflight("run", epoch);
    memory.makeDirectories(directory);
    List<LandedFile> landed = new ArrayList<>();
    List<LogEntry.Span> spans = new ArrayList<>();
    for (TopicPartition source : sources) {
      String name = "events-" + source.partition() + "-" + offset + ".json";
      memory.write(directory + "/" + name, LINE);
      landed.add(
          new LandedFile(
              name,
              new GenerationId(hour, 0),
              LINES,
              LINE.length,
              source,
              List.of(new OffsetRange(offset, offset + LINES)),
              Optional.of(clock.now),
              Optional.of(clock.now)));
      spans.add(
          new LogEntry.Span(source, offset, offset + LINES, LINES, 0, 0, Optional.of(clock.now)));
    }
    epoch++;
    offset += LINES;
    return new MicroBatch("run", epoch - 1, spans, landed, Map.of());
  }

  /** The hour of the next micro-batch; past its grace when 60 more have landed. */
  PartitionId openHour() {
    return PartitionId.of(START.plus(Duration.ofMinutes(epoch)), Granularity.HOUR);
  }

  /** Ticks with nothing due, as a coordinator does many times between two micro-batches. */
  double tick() {
    return Stopwatch.millis(coordinator::tick);
  }

  /**
   * The ticks that carry an hour from closing to archive, as in {@link WorkDue}.
   *
   * @return the milliseconds that they took, without processing
   */
  double carry(PartitionId over) {
    double first = Stopwatch.millis(coordinator::tick);
    while (ingestJournal.refresh().partition(over).flatMap(p -> p.intended()).isEmpty()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    double second = Stopwatch.millis(coordinator::tick);
    if (!ingestJournal.refresh().isClosed(over)
        || ingestJournal.refresh().partition(over).isPresent()) {
      throw new IllegalStateException(over + " was not archived");
    }
    return first + second;
  }

  /** Reads the log as a program does that starts; returns milliseconds. */
  double open() {
    return Stopwatch.millis(() -> Journal.of(memory, clock, "reader").refresh());
  }

  /** Of ingest's driver. */
  CountingFiles ingestFiles() {
    return ingestFiles;
  }

  CountingFiles coordinatorFiles() {
    return coordinatorFiles;
  }

  /** Bytes of the log, of its checkpoints and of the lists beside it. */
  long logBytes() throws IOException {
    long bytes = 0;
    for (String directory :
        List.of(LandingZone.logDirectory(), LandingZone.checkpoints(), LandingZone.fileLists())) {
      for (LandingFileSystem.Entry entry : memory.list(directory)) {
        bytes += entry.length();
      }
    }
    return bytes;
  }

  /** The version of the newest entry. */
  long version() {
    return ingestJournal.refresh().version();
  }

  @Override
  public void close() {
    coordinator.close();
  }
}
