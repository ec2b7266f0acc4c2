package dev.tidemark.coordinator;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.batch.process.Processing;
import dev.tidemark.coordinator.action.Close;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.coordinator.observe.CoordinatorListener;
import dev.tidemark.coordinator.operations.Operations;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.commit.Lander;
import dev.tidemark.landing.commit.MicroBatch;
import dev.tidemark.landing.commit.WatermarkRule;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.log.Generation;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import dev.tidemark.landing.log.Roots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A dataset in the domain's words: what lands, where the watermark is, what readers find. Time
 * stands still but for what a test says. Grace is 5 minutes, late generations wait 10 minutes or an
 * hour.
 */
public final class World {
  static final TopicPartition SOURCE = new TopicPartition("id", 0);
  static final CoordinatorConfig CONFIG =
      new CoordinatorConfig("0/1 * * * * ?", 1, Duration.ofMinutes(1), 3, Duration.ofSeconds(30));

  final SettableClock clock = new SettableClock(Instant.parse("2026-08-22T12:00:00Z"));
  final LandingFileSystem files;
  final LineProcessing processing;
  private final Processing engine;
  private DatasetConfig dataset;
  private Journal journal;
  private Lander lander;
  private Coordinator coordinator;
  private CoordinatorListener listener = CoordinatorListener.NONE;

  public World(LandingFileSystem files) {
    this(files, Granularity.HOUR, URI.create("memory:/"));
  }

  public World(LandingFileSystem files, Granularity granularity, URI root) {
    this(files, granularity, root, new LineProcessing(files));
  }

  private World(
      LandingFileSystem files, Granularity granularity, URI root, LineProcessing processing) {
    this(files, granularity, root, processing, processing);
  }

  /** With an engine of its own; {@code processing} is not used then. */
  World(
      LandingFileSystem files,
      Granularity granularity,
      URI root,
      LineProcessing processing,
      Processing engine) {
    this.files = files;
    this.engine = engine;
    this.dataset = dataset(root, granularity);
    this.processing = processing;
    this.journal = newJournal();
    this.lander = new Lander(files, journal);
    Roots.createOrCheck(journal, "events", granularity, "cluster");
    journal.append(s -> Optional.of(new LogEntry.TopicAdded("events", "id", new TreeMap<>())));
    claims("run");
    this.coordinator = newCoordinator();
  }

  public static DatasetConfig dataset(URI root, Granularity granularity) {
    return new DatasetConfig(
        "events",
        root,
        List.of("events"),
        granularity,
        Duration.ofSeconds(15),
        Duration.ofMinutes(5),
        Duration.ofDays(30),
        Optional.empty(),
        Duration.ofMinutes(5),
        Duration.ofMinutes(10),
        Duration.ofHours(1),
        RetentionConfig.NONE);
  }

  /** From now on what rests is kept so long. */
  public World keeps(RetentionConfig retention) {
    return configured(dataset.emptyHours(), retention);
  }

  /** From now on this becomes of hours in which nothing landed. */
  public World emptyHoursAre(EmptyHours emptyHours) {
    return configured(emptyHours, dataset.retention());
  }

  private World configured(EmptyHours emptyHours, RetentionConfig retention) {
    dataset =
        new DatasetConfig(
            dataset.name(),
            dataset.root(),
            dataset.topics(),
            dataset.granularity(),
            dataset.delay(),
            dataset.futureBound(),
            dataset.pastBound(),
            dataset.eventTime(),
            dataset.grace(),
            dataset.lateQuiet(),
            dataset.lateLongestWait(),
            emptyHours,
            retention,
            dataset.option());
    return coordinatorRestarts();
  }

  /** From now on somebody looks on at what the coordinator does. */
  public World observedBy(CoordinatorListener observer) {
    listener = observer;
    return coordinatorRestarts();
  }

  public DatasetConfig dataset() {
    return dataset;
  }

  /** A journal that has read nothing yet. */
  public Journal newJournal() {
    return Journal.of(files, clock, "test");
  }

  /** A coordinator that knows nothing but what is in the root, as after a start. */
  Coordinator newCoordinator() {
    return Coordinator.wire(
        dataset,
        CONFIG,
        Journal.of(files, clock, "test", Journal.Upkeep.DEFAULT, listener),
        files,
        engine,
        clock,
        id -> true,
        new CallerRuns(),
        listener);
  }

  /** Every program, each knowing nothing but what is in the root. */
  World restarts() {
    journal = newJournal();
    lander = new Lander(files, journal);
    return coordinatorRestarts();
  }

  /** The run becomes the one that lands. */
  World claims(String run) {
    journal.append(s -> Optional.of(new LogEntry.IngestClaim(run, Duration.ofDays(9))));
    return this;
  }

  // What happens.

  /** One micro-batch with these events, each a line. */
  public World lands(String partition, String... events) {
    lander.land(batch(partition, events), WatermarkRule.UNKNOWN);
    return this;
  }

  /** The intent to land, and then nothing: ingest died. */
  public World intendsToLand(String partition, String... events) {
    MicroBatch batch = batch(partition, events);
    says(
        state ->
            new LogEntry.Land(
                batch.run(),
                batch.epoch(),
                batch.spans(),
                batch.files().stream()
                    .map(f -> f.in(state.landingGeneration(f.generation().partition())))
                    .toList(),
                state.watermark(),
                Map.of()));
    return this;
  }

  /** Ingest is back and carries out what it intended. */
  public World ingestGoesOn() {
    lander.rollForward();
    return this;
  }

  private MicroBatch batch(String partition, String... events) {
    long from = journal.refresh().landed(SOURCE);
    long until = from + events.length;
    byte[] lines = (String.join("\n", events) + "\n").getBytes(UTF_8);
    String name = from + "-" + until + ".json";
    String directory = LandingZone.inflight("run", from);
    try {
      files.makeDirectories(directory);
      files.write(directory + "/" + name, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    LandedFile file =
        new LandedFile(
            name,
            new GenerationId(PartitionId.parse(partition), 0),
            events.length,
            lines.length,
            SOURCE,
            List.of(new OffsetRange(from, until)),
            Optional.empty(),
            Optional.empty());
    LogEntry.Span span =
        new LogEntry.Span(SOURCE, from, until, events.length, 0, 0, Optional.empty());
    return new MicroBatch("run", from, List.of(span), List.of(file), Map.of());
  }

  /** The watermark, with the clock not behind it. */
  public World watermarkReaches(String time) {
    clock.reaches(Instant.parse(time));
    return watermarkAlone(time);
  }

  public World watermarkAlone(String time) {
    lander.progress(
        "run", Map.of(), Map.of(), (current, sources) -> Optional.of(Instant.parse(time)));
    return this;
  }

  /** The topic ends there, as ingest has seen. */
  public World hasInKafka(long end) {
    says(s -> new LogEntry.Progress("run", List.of(), s.watermark(), Map.of(SOURCE, end)));
    return this;
  }

  public Clock clock() {
    return clock;
  }

  public Instant now() {
    return clock.instant();
  }

  public World clockReaches(String time) {
    clock.reaches(Instant.parse(time));
    return this;
  }

  public World timePasses(Duration time) {
    clock.passes(time);
    return this;
  }

  Coordinator coordinator() {
    return coordinator;
  }

  /** Until nothing is due any more. */
  public World coordinatorTicks() {
    long before;
    do {
      before = journal.refresh().version();
      coordinator.tick();
    } while (journal.refresh().version() > before);
    return this;
  }

  /** Once, with nothing said of what is due after it. */
  public World tick() {
    coordinator.tick();
    return this;
  }

  public World writesAreChecked() {
    coordinator.checkWrites();
    return this;
  }

  /** Looks in on every processing, once a coordinator has looked again. */
  public World whileProcessing(Runnable look) {
    processing.meanwhile(
        id -> {
          listener.looked(journal.refresh());
          look.run();
        });
    return this;
  }

  /** From now on the partition cannot be processed. */
  public World poison(String partition, RuntimeException error) {
    processing.poison(partition, error);
    return this;
  }

  /** From now on revisions are of this configuration. */
  public World processesAs(String configHash) {
    processing.processAs(configHash);
    return this;
  }

  public World cure(String partition) {
    processing.cure(partition);
    return this;
  }

  /** One begins so many rounds of actions, is gone, and another starts. */
  World coordinatorIsKilledAfterRounds(int rounds) {
    CoordinatorOnCaller.wire(dataset, CONFIG, newJournal(), files, engine, clock, rounds).tick();
    return coordinatorRestarts();
  }

  public World coordinatorRestarts() {
    coordinator.close();
    coordinator = newCoordinator();
    return this;
  }

  public Operations operations() {
    return new Operations(dataset, journal, clock);
  }

  // Entries one by one, for tests of what follows from them.

  /** What an actor says of the newest state. */
  interface Says {
    LogEntry of(LandingState state);
  }

  long says(Says entry) {
    return journal.append(s -> Optional.of(entry.of(s))).orElseThrow().version();
  }

  public long says(LogEntry entry) {
    return says(s -> entry);
  }

  /** Closes what is open of a partition. */
  public World closes(String partition) {
    GenerationId open =
        state()
            .partition(PartitionId.parse(partition))
            .flatMap(PartitionState::open)
            .map(Generation::id)
            .orElse(generation(partition));
    new Close(journal, dataset.emptyHours()).run(open, LogEntry.CloseReason.FORCED);
    return this;
  }

  // What is found.

  public LandingState state() {
    return journal.refresh();
  }

  public PartitionState partition(String id) {
    return operations().partition(PartitionId.parse(id));
  }

  /** Whether nothing is left to do, so that the partition rests in its record. */
  public boolean rests(String id) {
    return state().partition(PartitionId.parse(id)).isEmpty()
        && state().isClosed(PartitionId.parse(id));
  }

  /** How many revisions were ever intended of a partition. */
  long publications(String id) {
    LandingLog log = new LandingLog(files);
    long count = 0;
    for (long version = 0; version <= state().version(); version++) {
      if (log.read(version).orElseThrow().entry() instanceof LogEntry.Publish publish
          && publish.partition().equals(PartitionId.parse(id))) {
        count++;
      }
    }
    return count;
  }

  public static GenerationId generation(String partition) {
    return new GenerationId(PartitionId.parse(partition), 0);
  }

  /** What readers find in {@code final}, in order; nothing if it is not published. */
  public List<String> finalRows(String partition) {
    return lines(LandingZone.published(PartitionId.parse(partition)) + "/" + LineProcessing.ROWS);
  }

  public boolean isDone(String partition) {
    return exists(LandingZone.published(PartitionId.parse(partition)) + "/" + LandingZone.SUCCESS);
  }

  /** Every line in {@code archive}, generation by generation. */
  public List<String> archivedRows(String partition) {
    String directory = "archive/" + PartitionId.parse(partition).directory();
    List<String> rows = new ArrayList<>();
    for (String generation : names(directory)) {
      for (String name : names(directory + "/" + generation)) {
        if (!name.startsWith("_")) {
          rows.addAll(lines(directory + "/" + generation + "/" + name));
        }
      }
    }
    return rows;
  }

  /** Attempts and markers that nobody cleared away. */
  public List<String> stagingLeft(String partition) {
    return names("final/.staging/" + PartitionId.parse(partition).directory());
  }

  /** By name, what every directory of replaced revisions holds. */
  public Map<String, List<String>> replacedLeft(String partition) {
    String all = "final/.replaced/" + PartitionId.parse(partition).directory();
    Map<String, List<String>> left = new TreeMap<>();
    names(all).forEach(name -> left.put(name, names(all + "/" + name)));
    return left;
  }

  List<String> names(String directory) {
    try {
      return files.list(directory).stream().map(LandingFileSystem.Entry::name).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean exists(String path) {
    try {
      return files.stat(path).isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> lines(String path) {
    try {
      return exists(path)
          ? new String(files.read(path), UTF_8).lines().filter(l -> !l.isEmpty()).toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
