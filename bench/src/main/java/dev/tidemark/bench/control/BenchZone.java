package dev.tidemark.bench.control;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.Coordinator;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.commit.Lander;
import dev.tidemark.landing.commit.MicroBatch;
import dev.tidemark.landing.commit.WatermarkRule;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Roots;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A root on a local disk with some hours of history and some that are open, and a coordinator of
 * it. The clock stands; the watermark is moved by whoever measures.
 */
final class BenchZone implements AutoCloseable {
  private static final PartitionId FIRST = PartitionId.parse("2016-01-01T00");
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2027-01-01T00:00:00Z"), ZoneOffset.UTC);
  private static final int LANDED_AT_ONCE = 50;

  private final LandingFileSystem files;
  private final DatasetConfig dataset;
  private final Journal journal;
  private final Lander lander;
  private final Coordinator coordinator;
  private PartitionId firstOpen;

  private BenchZone(URI root, int history, int filesAnHour) throws IOException {
    this.files = FileSystems.open(root);
    this.dataset = dataset(root);
    LogInMemory past = new LogInMemory(files);
    Journal making =
        Journal.of(past, CLOCK, "bench", Journal.Upkeep.keeping(Duration.ofSeconds(-1)));
    Roots.createOrCheck(making, dataset.name(), dataset.granularity(), "cluster");
    making.append(
        s ->
            Optional.of(
                new LogEntry.TopicAdded("events", History.SOURCE.topicId(), new TreeMap<>())));
    making.append(s -> Optional.of(new LogEntry.IngestClaim("run", Duration.ofDays(1))));
    this.firstOpen = new History(making, filesAnHour).write(FIRST, history);
    past.save();
    this.journal = newJournal();
    this.lander = new Lander(files, journal);
    this.coordinator =
        Coordinator.wire(
            dataset,
            new CoordinatorConfig(
                "0/1 * * * * ?", 1, Duration.ofMinutes(1), 3, Duration.ofSeconds(30)),
            newJournal(),
            files,
            new TinyProcessing(files),
            CLOCK,
            id -> true);
  }

  /** Makes a zone, on the disk and through the classes that make a real one. */
  static BenchZone make(Path directory, int history, int open, int filesAnHour) throws IOException {
    BenchZone zone = new BenchZone(directory.toUri(), history, filesAnHour);
    zone.lands(open);
    return zone;
  }

  private static DatasetConfig dataset(URI root) {
    return new DatasetConfig(
        "events",
        root,
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
  }

  Journal newJournal() {
    return Journal.of(files, CLOCK, "bench");
  }

  Operations operations() {
    return new Operations(dataset, journal, CLOCK);
  }

  void tick() {
    coordinator.tick();
  }

  /** The oldest open hour is over, and with it due. */
  PartitionId nextIsOver() {
    PartitionId over = firstOpen;
    firstOpen = over.next(Granularity.HOUR);
    Instant watermark = over.end(Granularity.HOUR).plus(dataset.grace());
    lander.progress("run", Map.of(), Map.of(), (current, sources) -> Optional.of(watermark));
    return over;
  }

  boolean isToBePublished(PartitionId id) {
    return journal.refresh().partition(id).flatMap(p -> p.intended()).isPresent();
  }

  boolean rests(PartitionId id) {
    return journal.refresh().isClosed(id) && journal.refresh().partition(id).isEmpty();
  }

  private void lands(int hours) throws IOException {
    PartitionId next = firstOpen;
    for (int done = 0; done < hours; done += LANDED_AT_ONCE) {
      List<PartitionId> batch = new ArrayList<>();
      for (int i = 0; i < Math.min(LANDED_AT_ONCE, hours - done); i++) {
        batch.add(next);
        next = next.next(Granularity.HOUR);
      }
      lander.land(batch(batch), WatermarkRule.UNKNOWN);
    }
  }

  private MicroBatch batch(List<PartitionId> hours) throws IOException {
    long from = journal.refresh().landed(History.SOURCE);
    String directory = LandingZone.inflight("run", from);
    files.makeDirectories(directory);
    List<LandedFile> landed = new ArrayList<>();
    for (PartitionId hour : hours) {
      long offset = from + landed.size();
      String name = "events-0-" + offset + ".json";
      byte[] line = "{}\n".getBytes(UTF_8);
      files.write(directory + "/" + name, line);
      landed.add(
          new LandedFile(
              name,
              new GenerationId(hour, 0),
              1,
              line.length,
              History.SOURCE,
              List.of(new OffsetRange(offset, offset + 1)),
              Optional.empty(),
              Optional.empty()));
    }
    LogEntry.Span span =
        new LogEntry.Span(
            History.SOURCE, from, from + hours.size(), hours.size(), 0, 0, Optional.empty());
    return new MicroBatch("run", from, List.of(span), landed, Map.of());
  }

  @Override
  public void close() {
    coordinator.close();
  }
}
