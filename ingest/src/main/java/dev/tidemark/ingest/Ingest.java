package dev.tidemark.ingest;

import dev.tidemark.ingest.config.IngestConfig;
import dev.tidemark.ingest.metrics.BatchTimes;
import dev.tidemark.ingest.metrics.IngestMetrics;
import dev.tidemark.ingest.sink.LandingSink;
import dev.tidemark.ingest.source.UncopiedKafka;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.KafkaConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stream that lands one dataset. Every start begins a fresh Spark checkpoint at the offsets of
 * the landing log, so that the two can never disagree; what a run before left pending is carried
 * out first.
 */
public final class Ingest implements RestartingIngest.Run {
  private static final Logger LOG = LoggerFactory.getLogger(Ingest.class);

  /** How long {@link #close} lets the running micro-batch go on. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /**
   * Large fetches, for a backlog. The consumer asks for more only once it has handed out all it
   * has, so a poll must hand out a whole fetch; its own default is 500 records.
   */
  private static final Map<String, String> FETCHING =
      Map.of(
          "kafka.max.poll.records", "20000",
          "kafka.max.partition.fetch.bytes", Integer.toString(4 << 20),
          "kafka.fetch.max.bytes", Integer.toString(16 << 20));

  private final SparkSession spark;
  private final DatasetConfig dataset;
  private final KafkaConfig kafka;
  private final IngestConfig config;
  private final IngestMetrics metrics;
  private final Runnable standsBy;
  private final Clock clock;
  private final String run = UUID.randomUUID().toString();
  private final Path checkpoint;
  private StreamingQuery query;
  private volatile IdleProgress idle;
  private BatchTimes times;

  private Ingest(
      SparkSession spark,
      DatasetConfig dataset,
      KafkaConfig kafka,
      IngestConfig config,
      IngestMetrics metrics,
      Runnable standsBy,
      Clock clock) {
    this.spark = spark;
    this.dataset = dataset;
    this.kafka = kafka;
    this.config = config;
    this.metrics = metrics;
    this.standsBy = standsBy;
    this.clock = clock;
    this.checkpoint =
        config.checkpointDirectory().resolve("tidemark-" + dataset.name() + "-" + run);
  }

  /** Puts an ingest together; nothing runs yet. The session stays the caller's. */
  public static Ingest wire(
      SparkSession spark,
      DatasetConfig dataset,
      KafkaConfig kafka,
      IngestConfig config,
      Clock clock) {
    MeterRegistry nobodys = new SimpleMeterRegistry();
    IngestMetrics metrics = new IngestMetrics(nobodys, dataset.name(), clock);
    return wire(spark, dataset, kafka, config, metrics, () -> {}, clock);
  }

  /**
   * As above, with metrics that somebody looks at.
   *
   * @param standsBy told when another run is found to land, and this one waits
   */
  static Ingest wire(
      SparkSession spark,
      DatasetConfig dataset,
      KafkaConfig kafka,
      IngestConfig config,
      IngestMetrics metrics,
      Runnable standsBy,
      Clock clock) {
    return new Ingest(spark, dataset, kafka, config, metrics, standsBy, clock);
  }

  /**
   * Starts the stream. If that fails, nothing is left running.
   *
   * @throws dev.tidemark.landing.LandingException if the root or the topics do not allow it
   */
  @Override
  public Ingest start() {
    // The sink takes Hadoop's settings from it.
    SparkSession.setActiveSession(spark);
    try {
      LandingSink sink = LandingSink.open(sinkOptions(), clock, standsBy);
      sink.tell(metrics);
      sink.settle();
      query = query(sink.join(dataset.topics()));
      times = new BatchTimes(query.runId(), metrics);
      spark.streams().addListener(times);
      idle = new IdleProgress(sink, query, dataset.name());
      idle.start(config.trigger());
    } catch (TimeoutException e) {
      close();
      throw new IllegalStateException("The stream of " + dataset.name() + " did not start", e);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    LOG.info("{}: landing {} in {}", dataset.name(), dataset.topics(), dataset.root());
    return this;
  }

  private StreamingQuery query(Map<TopicPartition, Long> starts) throws TimeoutException {
    return source(starts)
        .writeStream()
        .format("landing")
        .options(sinkOptions())
        .option("checkpointLocation", checkpoint.toUri().toString())
        .queryName("ingest-" + dataset.name() + "-" + run)
        .trigger(Trigger.ProcessingTime(config.trigger().toMillis()))
        .start();
  }

  /**
   * Waits until the stream ends.
   *
   * @throws StreamingQueryException if it died
   * @throws LandingException.Conflict if another run has taken over
   * @throws InterruptedException if this thread is interrupted; the stream goes on
   */
  @Override
  public void awaitTermination() throws StreamingQueryException, InterruptedException {
    query.awaitTermination();
    Optional<LandingException.Conflict> fenced = idle.fenced();
    if (fenced.isPresent()) {
      throw fenced.get();
    }
  }

  /** Whether the stream runs. */
  public boolean isActive() {
    return query != null && query.isActive();
  }

  /** Why the stream died, if it did. */
  public Optional<Throwable> failure() {
    if (idle != null && idle.fenced().isPresent()) {
      return idle.fenced().map(e -> e);
    }
    return query != null && query.exception().isDefined()
        ? Optional.of(query.exception().get())
        : Optional.empty();
  }

  private Dataset<Row> source(Map<TopicPartition, Long> starts) {
    Map<String, String> options = new HashMap<>(FETCHING);
    kafka.clientSettings().forEach((key, value) -> options.put("kafka." + key, value));
    options.put("subscribe", String.join(",", dataset.topics()));
    options.put("startingOffsets", startingOffsets(starts));
    options.put("maxOffsetsPerTrigger", Long.toString(config.maxOffsetsPerTrigger()));
    options.put("failOnDataLoss", "true");
    return spark
        .readStream()
        .format(UncopiedKafka.class.getName())
        .options(options)
        // Without a select: the sink finds its columns, and so gets the rows uncopied.
        .load();
  }

  private static String startingOffsets(Map<TopicPartition, Long> starts) {
    Map<String, Map<String, Long>> byTopic = new HashMap<>();
    starts.forEach(
        (tp, offset) ->
            byTopic
                .computeIfAbsent(tp.topic(), t -> new HashMap<>())
                .put(Integer.toString(tp.partition()), offset));
    return StartingOffsets.json(byTopic);
  }

  private Map<String, String> sinkOptions() {
    Map<String, String> options = new HashMap<>();
    kafka.clientSettings().forEach((key, value) -> options.put("kafka." + key, value));
    options.put("root", dataset.root().toString());
    options.put("dataset", dataset.name());
    options.put("granularity", dataset.granularity().toString());
    options.put("delay", dataset.delay().toString());
    options.put("future-bound", dataset.futureBound().toString());
    options.put("past-bound", dataset.pastBound().toString());
    dataset
        .eventTime()
        .ifPresent(
            time -> {
              options.put("partition-time", "event");
              options.put("event-time.path", time.path().toString());
              options.put("event-time.past-bound", time.pastBound().toString());
              options.put("event-time.future-bound", time.futureBound().toString());
              options.put("event-time.allowed-lateness", time.allowedLateness().toString());
              options.put("event-time.max-partitions", Integer.toString(time.maxPartitions()));
            });
    options.put("settling", config.settling().toString());
    options.put("lease", config.lease().toString());
    options.put("log-retention", dataset.retention().log().toString());
    options.put("run", run);
    return options;
  }

  @Override
  public Optional<String> unwritten() {
    IdleProgress now = idle;
    return now == null ? Optional.empty() : now.unwritten();
  }

  /** Lets the running micro-batch end, for a while, and stops the stream. */
  @Override
  public synchronized void close() {
    try {
      if (query != null && query.isActive()) {
        new RunningBatch(query).awaitEnd(PATIENCE);
        query.stop();
      }
    } catch (TimeoutException e) {
      LOG.warn("{}: the stream did not stop in time: {}", dataset.name(), e.getMessage());
    } finally {
      if (idle != null) {
        idle.close();
      }
      if (times != null) {
        spark.streams().removeListener(times);
        times = null;
      }
      LandingSink.close(sinkOptions());
      deleteCheckpoint();
    }
  }

  private void deleteCheckpoint() {
    if (!Files.exists(checkpoint)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(checkpoint)) {
      for (Path p : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(p);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("{} stays: {}", checkpoint, e.getMessage());
    }
  }
}
