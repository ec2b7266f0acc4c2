package dev.tidemark.ingest.sink;

import dev.tidemark.ingest.watermark.KafkaTopics;
import dev.tidemark.ingest.watermark.RecordProbe;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.OffsetRange;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.commit.IngestLease;
import dev.tidemark.landing.commit.Lander;
import dev.tidemark.landing.commit.LeftTemporaries;
import dev.tidemark.landing.commit.MicroBatch;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.RenameProbe;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.Roots;
import java.io.IOException;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sink that is open: the driver's side of landing. It knows the landing log and Kafka, turns what
 * the tasks report into a {@link MicroBatch}, and moves the watermark. Safe for the thread of the
 * query beside one that calls {@link #progress}.
 */
public final class LandingSink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LandingSink.class);

  private final SinkOptions options;
  private final String run;
  private final Clock clock;
  private final Configuration hadoop;
  private final LandingFileSystem files;
  private final Journal journal;
  private final Lander lander;
  private final IngestLease lease;
  private final LeaseKeeper keeper;
  private final KafkaTopics kafka;
  private final TopicJoin topics;
  private final KafkaObserver observer;
  private final GapCheck gaps;
  private final Map<String, String> ids = new ConcurrentHashMap<>();
  private volatile LandingListener listener = LandingListener.NONE;
  private Broadcast<TaskFiles> taskFiles;

  private LandingSink(SinkOptions options, String run, Configuration hadoop, Clock clock) {
    this.options = options;
    this.run = run;
    this.clock = clock;
    this.hadoop = hadoop;
    this.files = FileSystems.open(options.root(), hadoop);
    this.journal =
        Journal.of(files, clock, "ingest " + run, Journal.Upkeep.keeping(options.logRetention()));
    this.lander = new Lander(files, journal);
    this.lease = new IngestLease(files, journal, clock, run, options.lease());
    this.keeper = new LeaseKeeper(lease, options.dataset(), options.lease());
    this.kafka = new KafkaTopics(options.kafka(), clock);
    this.topics = new TopicJoin(journal, kafka);
    this.observer =
        new KafkaObserver(kafka, options.watermarkDelay(), new Settling(options.settling(), clock));
    this.gaps =
        new GapCheck(
            journal,
            new RecordProbe(options.kafka()),
            options.gap(),
            (topic, offsets) -> listener.gap(topic, offsets));
  }

  /**
   * Opens a root, makes it if it is new, waits until no other run lands in it, and carries out what
   * the run before left pending.
   *
   * @throws LandingException if the root is another's, or something cannot be reached
   */
  static LandingSink open(
      SinkOptions options, String run, Configuration hadoop, Clock clock, Runnable standsBy) {
    LandingSink sink = new LandingSink(options, run, hadoop, clock);
    try {
      RenameProbe.require(sink.files);
      Roots.createOrCheck(
          sink.journal, options.dataset(), options.granularity(), sink.kafka.clusterId());
      sink.keeper.await(standsBy);
      sink.lander.rollForward();
      sink.lease.clearInFlight();
      new LeftTemporaries(sink.files, clock).clear();
      if (!options.run().isEmpty()) {
        // Nobody closes the sink of a query that only names the format: its claim just runs out.
        sink.keeper.keep();
      }
      return sink;
    } catch (RuntimeException e) {
      sink.close();
      throw e;
    }
  }

  /**
   * The sink of a program that names its run, the same that its query will use.
   *
   * @param standsBy told when another run is found to land, and this one waits
   */
  public static LandingSink open(Map<String, String> options, Clock clock, Runnable standsBy) {
    return OpenSinks.get(SinkOptions.read(options), "", clock, standsBy);
  }

  /** Tells {@code other}, and nobody else, what happens from now on. */
  public void tell(LandingListener other) {
    listener = other;
  }

  /** Closes what {@link #open(Map, Clock, Runnable)} opened. */
  public static void close(Map<String, String> options) {
    OpenSinks.close(SinkOptions.read(options));
  }

  /**
   * Holds the watermark still for the settling time from Kafka's first answer on, as after an
   * outage: a program that is always on and starts anew may do so because of one.
   */
  public void settle() {
    boolean ignored = observer.settling().begin();
  }

  /**
   * Begins to read topics that are new to the root, and checks those that it knows.
   *
   * @return where reading starts, by topic name and partition
   * @throws LandingException.NeedsOperator if a topic was created anew, or lost offsets that were
   *     not landed
   */
  public Map<org.apache.kafka.common.TopicPartition, Long> join(Collection<String> names) {
    Map<org.apache.kafka.common.TopicPartition, Long> starts = topics.join(names);
    LandingState state = journal.refresh();
    names.forEach(name -> idOf(state, name));
    return starts;
  }

  /**
   * The id that this run reads a topic under, from its first use on.
   *
   * @throws LandingException.NeedsOperator if the log has another, or none any more: offsets that
   *     this run read are not those of the topic that the log means now
   */
  private String idOf(LandingState state, String topic) {
    Optional<String> now = state.topicId(topic);
    String first = ids.computeIfAbsent(topic, t -> now.orElse(""));
    if (now.isEmpty() || !now.get().equals(first)) {
      throw new LandingException.NeedsOperator(
          "Topic '"
              + topic
              + "' was reset or retired in the landing log while it was being read. Nothing more is landed;"
              + " start ingest again.");
    }
    return first;
  }

  /** For the tasks of this driver's session. */
  synchronized Broadcast<TaskFiles> taskFiles() {
    if (taskFiles == null) {
      taskFiles =
          JavaSparkContext.fromSparkContext(SparkSession.active().sparkContext())
              .broadcast(new TaskFiles(options.root(), hadoop));
    }
    return taskFiles;
  }

  Clock clock() {
    return clock;
  }

  WriterSettings writerSettings() {
    LandingState state = journal.refresh();
    Map<String, Long> landed = new HashMap<>();
    Map<String, List<OffsetRange>> ahead = new HashMap<>();
    state
        .sources()
        .forEach(
            (source, s) -> {
              LandingState.Topic topic = state.topics().get(source.topicId());
              if (topic != null && !topic.retired()) {
                String name = topic.name() + "/" + source.partition();
                landed.put(name, s.landed());
                if (!s.ahead().isEmpty()) {
                  ahead.put(name, s.ahead());
                }
              }
            });
    return new WriterSettings(
        options.root(),
        run,
        options.granularity(),
        options.futureBound(),
        options.pastBound(),
        options.eventTime().orElse(null),
        landed,
        ahead);
  }

  void commit(long epoch, List<TaskCommit> tasks) {
    topics.joinUnknown(TaskMerge.topics(tasks));
    KafkaObserver.Observation seen = observer.observe(journal.refresh());
    synchronized (this) {
      LandingState known = journal.refresh();
      TaskMerge merge = new TaskMerge(name -> idOf(known, name));
      SortedMap<TopicPartition, TaskCommit.ReadSpan> reads = merge.reads(tasks);
      reads.forEach(gaps::check);
      LandingState state = journal.refresh();
      MicroBatch batch =
          new MicroBatch(
              run,
              epoch,
              reads.entrySet().stream()
                  .map(r -> TaskMerge.span(r.getKey(), r.getValue(), state.landed(r.getKey())))
                  .toList(),
              tasks.stream()
                  .flatMap(t -> t.files().stream())
                  .map(f -> landedFile(merge, f))
                  .toList(),
              seen.ends());
      Optional<LogEntry> entry = lander.land(batch, seen.rule());
      report(batch);
      entry.ifPresent(
          e -> {
            new LandedCounts(known).of(e).forEach(listener::landed);
            reportEventTimes(epoch, tasks);
          });
      tellLag(seen);
    }
  }

  private void reportEventTimes(long epoch, List<TaskCommit> tasks) {
    EventTimeCounts counts =
        tasks.stream()
            .map(TaskCommit::eventTimes)
            .reduce(EventTimeCounts.NONE, EventTimeCounts::plus);
    if (counts.total() > 0) {
      LOG.info(
          "{}: epoch {} has records not placed by event time: {} unreadable, {} out of bounds, {} over the cap",
          options.dataset(),
          epoch,
          counts.unreadable(),
          counts.outOfBounds(),
          counts.overCap());
      listener.eventTimesUnused(counts);
    }
  }

  private void tellLag(KafkaObserver.Observation seen) {
    if (!seen.ends().isEmpty()) {
      LandingState state = journal.refresh();
      listener.looked(new LandedCounts(state).lag(seen.ends()), state.watermark());
    }
  }

  private LandedFile landedFile(TaskMerge merge, TaskCommit.WrittenFile file) {
    PartitionId partition = PartitionId.of(file.partitionStart(), options.granularity());
    return merge.landedFile(file, new GenerationId(partition, 0));
  }

  private void report(MicroBatch batch) {
    if (!batch.spans().isEmpty()) {
      LOG.info(
          "{}: epoch {} landed ({} rows in {} files)",
          options.dataset(),
          batch.epoch(),
          batch.files().stream().mapToLong(LandedFile::rows).sum(),
          batch.files().size());
    }
  }

  /**
   * Moves the watermark and passes over offsets that hold no record, while there is nothing to
   * land.
   *
   * @param readUpTo by topic name and partition, what the last finished micro-batch read up to
   */
  public void progress(Map<org.apache.kafka.common.TopicPartition, Long> readUpTo) {
    LandingState state = journal.refresh();
    Map<TopicPartition, Long> read = new HashMap<>();
    readUpTo.forEach(
        (tp, until) ->
            read.put(new TopicPartition(idOf(state, tp.topic()), tp.partition()), until));
    KafkaObserver.Observation seen = observer.observe(state);
    // A batch decides where its spans begin; the log must not move on before they are appended.
    synchronized (this) {
      lander.progress(run, read, seen.ends(), seen.rule());
      tellLag(seen);
    }
  }

  /** Whether another run has taken over, so that nothing more can be landed. */
  public boolean isFenced() {
    return keeper.isLost();
  }

  @Override
  public void close() {
    keeper.close();
    kafka.close();
    try {
      files.deleteEmptyDirectory(LandingZone.inflightRoot() + "/" + run);
    } catch (IOException e) {
      LOG.debug("The directory in flight of run {} stays: {}", run, e.getMessage());
    }
  }
}
