package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.batch.process.EventTypes;
import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.coordinator.Coordinator;
import dev.tidemark.coordinator.config.CoordinatorConfig;
import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.embedded.EmbeddedKafka;
import dev.tidemark.ingest.Ingest;
import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.KafkaConfig;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import java.io.FileNotFoundException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The fault that Tidemark exists to make impossible, under one load. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OriginalFaultIT {
  private static final String TOPIC = "events";
  private static final String LANDED = "landed";
  private static final int EVENTS_PER_SECOND = 500;
  private static final Duration LOAD = Duration.ofSeconds(40);
  private static final int MANY_CLOSES = 10;
  private static final int RESTATEMENTS = 2;

  private Path directory;
  private EmbeddedKafka kafka;
  private EmbeddedHdfs hdfs;
  private SparkSession session;

  @BeforeAll
  void start(@TempDir Path temporary) throws Exception {
    directory = temporary;
    kafka = new EmbeddedKafka(directory.resolve("kafka"), 0).start();
    kafka.createTopic(TOPIC, 4);
    hdfs = new EmbeddedHdfs(directory.resolve("hdfs"), 0).start();
    session =
        SparkSession.builder()
            .master("local[4]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
            .getOrCreate();
  }

  @AfterAll
  void stop() throws Exception {
    if (session != null) {
      session.stop();
    }
    if (hdfs != null) {
      hdfs.close();
    }
    if (kafka != null) {
      kafka.close();
    }
  }

  @Test
  void sparks_own_file_sink_dies_when_its_files_are_moved() throws Exception {
    URI root = hdfs.uri().resolve("/file-sink");
    try (SteadyLoad load =
            new SteadyLoad(kafka.bootstrapServers(), TOPIC, EVENTS_PER_SECOND, Clock.systemUTC());
        Mover mover = new Mover(hdfs, root)) {
      StreamingQuery query = sparksOwnSink(root);
      // It is well as long as nobody touches its files.
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> query.lastProgress() != null && query.lastProgress().batchId() >= 2);
      mover.start();
      List<Throwable> chain = causes(failureOf(query));

      assertThat(load.stop()).isNotEmpty();
      assertThat(mover.moved()).isPositive();
      assertThat(chain)
          .filteredOn(FileNotFoundException.class::isInstance)
          .anySatisfy(e -> assertThat(e).hasMessageContaining("/file-sink/raw/part-"));
      assertThat(chain)
          .flatMap(e -> Arrays.asList(e.getStackTrace()))
          .anyMatch(
              at ->
                  at.getClassName().endsWith(".ManifestFileCommitProtocol")
                      && at.getMethodName().equals("commitTask"));
    }
  }

  @Test
  void tidemark_publishes_each_event_once_while_whatever_is_open_is_closed_and_moved()
      throws Exception {
    kafka.createTopic(LANDED, 4);
    Clock clock = Clock.systemUTC();
    DatasetConfig dataset = dataset(hdfs.uri().resolve("/tidemark"));
    DatasetView view = new DatasetView(dataset, clock);
    Set<String> acknowledged;
    try (SteadyLoad load =
            new SteadyLoad(kafka.bootstrapServers(), LANDED, EVENTS_PER_SECOND, clock);
        Ingest ingest = ingest(dataset, clock).start();
        Coordinator coordinator = coordinator(dataset, clock);
        Ticking moves = new Ticking(coordinator::tick);
        Ticking closes = new Ticking(view::closeWhateverIsOpen)) {
      Callable<Boolean> allWell = () -> ingest.isActive() && moves.isAlive() && closes.isAlive();
      await()
          .pollDelay(LOAD)
          .atMost(Duration.ofMinutes(2))
          .failFast("something has ended", () -> !allWell.call())
          .until(() -> closesThatHit(view) >= MANY_CLOSES && restatements(view) >= RESTATEMENTS);
      acknowledged = load.stop();
      await()
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(500))
          .failFast("something has ended", () -> !allWell.call())
          .until(() -> view.isCarriedThrough(acknowledged.size()));
    }
    assertThat(acknowledged).hasSizeGreaterThan(EVENTS_PER_SECOND * (int) LOAD.toSeconds() / 2);
    assertThat(view.publishedIds(session)).containsExactlyInAnyOrderElementsOf(acknowledged);
    assertThat(view.entries(LogEntry.Failed.class)).isEmpty();
  }

  /**
   * Late generations: each was opened by a micro-batch whose partition had been closed since the
   * micro-batch before it landed, and was closed again.
   */
  private static long closesThatHit(DatasetView view) {
    return view.entries(LogEntry.Close.class).stream()
        .filter(c -> c.generation().isLate() && c.files() > 0)
        .count();
  }

  /** Revisions that replaced another. */
  private static long restatements(DatasetView view) {
    List<PartitionId> published =
        view.entries(LogEntry.Published.class).stream().map(LogEntry.Published::partition).toList();
    return (long) published.size() - Set.copyOf(published).size();
  }

  private DatasetConfig dataset(URI root) {
    return new DatasetConfig(
        "events",
        root,
        List.of(LANDED),
        Granularity.parse("PT1M"),
        Duration.ZERO,
        Duration.ofMinutes(5),
        Duration.ofDays(1),
        Optional.empty(),
        Duration.ZERO,
        Duration.ofMillis(1),
        Duration.ofMillis(1),
        RetentionConfig.NONE);
  }

  private Ingest ingest(DatasetConfig dataset, Clock clock) {
    KafkaConfig client = new KafkaConfig(Map.of("bootstrap.servers", kafka.bootstrapServers()));
    IngestConfig config =
        new IngestConfig(
            Duration.ofMillis(500),
            1_000_000,
            Optional.empty(),
            directory,
            Duration.ZERO,
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Optional.empty());
    return Ingest.wire(session, dataset, client, config, clock);
  }

  private Coordinator coordinator(DatasetConfig dataset, Clock clock) {
    LandingFileSystem files = FileSystems.open(dataset.root());
    // Its session is that of this test, which stops it.
    SparkProcessing processing =
        new SparkProcessing(
            () -> session,
            dataset.root(),
            files,
            EventTypes.load(Program.home().resolve("conf/events")),
            new BatchConfig(
                Engine.EMBEDDED,
                Program.home().resolve("conf/events"),
                1L << 27,
                2,
                IpPolicy.KEEP,
                SubmitConfig.byDefault()));
    return Coordinator.wire(
        dataset,
        new CoordinatorConfig("never", 1, Duration.ofSeconds(30), 0, Duration.ofSeconds(1)),
        Journal.of(files, clock, "coordinator"),
        files,
        processing,
        clock,
        id -> true);
  }

  private StreamingQuery sparksOwnSink(URI root) throws Exception {
    Dataset<Row> events =
        session
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", kafka.bootstrapServers())
            .option("subscribe", TOPIC)
            .option("startingOffsets", "earliest")
            .load();
    return events
        .selectExpr("CAST(value AS STRING) AS value", "timestamp")
        .writeStream()
        .format("json")
        .option("path", root + "/raw")
        .option("checkpointLocation", root + "/checkpoint")
        .trigger(Trigger.ProcessingTime("1 second"))
        .start();
  }

  private static StreamingQueryException failureOf(StreamingQuery query) throws Exception {
    try {
      if (query.awaitTermination(120_000)) {
        throw new AssertionError("The query ended without a failure");
      }
    } catch (StreamingQueryException e) {
      return e;
    }
    query.stop();
    throw new AssertionError("The query did not fail. Last: " + query.lastProgress());
  }

  private static List<Throwable> causes(Throwable error) {
    List<Throwable> chain = new ArrayList<>();
    for (Throwable e = error; e != null; e = e.getCause()) {
      chain.add(e);
    }
    return chain;
  }
}
