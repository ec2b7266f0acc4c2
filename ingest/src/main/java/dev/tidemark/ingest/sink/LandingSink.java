package dev.tidemark.ingest.sink;

import dev.tidemark.ingest.watermark.KafkaTopics;
import dev.tidemark.ingest.watermark.LeastProgress;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandedFile;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.commit.Lander;
import dev.tidemark.landing.commit.MicroBatch;
import dev.tidemark.landing.commit.WatermarkRule;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LandingLog;
import dev.tidemark.landing.log.LandingState;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionRecords;
import dev.tidemark.landing.log.Roots;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sink that is open: the driver's side of landing. It knows the landing log and Kafka, turns what
 * the tasks report into a {@link MicroBatch}, and moves the watermark.
 */
public final class LandingSink implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LandingSink.class);

  private final SinkOptions options;
  private final String run;
  private final Clock clock;
  private final Configuration hadoop;
  private final Journal journal;
  private final Lander lander;
  private final KafkaTopics kafka;

  private LandingSink(SinkOptions options, String run, Clock clock) {
    this.options = options;
    this.run = run;
    this.clock = clock;
    this.hadoop = new Configuration();
    LandingFileSystem files = FileSystems.open(options.root(), hadoop);
    this.journal =
        new Journal(new LandingLog(files), new PartitionRecords(files), clock, "ingest " + run);
    this.lander = new Lander(files, journal);
    this.kafka = new KafkaTopics(options.kafka(), clock);
  }

  /**
   * Opens a root, makes it if it is new, and carries out what a run before left pending.
   *
   * @throws LandingException if the root is another's, or something cannot be reached
   */
  static LandingSink open(SinkOptions options, String run, Clock clock) {
    LandingSink sink = new LandingSink(options, run, clock);
    try {
      Roots.createOrCheck(
          sink.journal, options.dataset(), options.granularity(), sink.kafka.clusterId());
      sink.lander.rollForward();
      return sink;
    } catch (RuntimeException e) {
      sink.close();
      throw e;
    }
  }

  /** The sink of a program that names its run, the same that its query will use. */
  public static LandingSink open(Map<String, String> options) {
    return OpenSinks.get(SinkOptions.read(options), "");
  }

  /** Closes what {@link #open(Map)} opened. */
  public static void close(Map<String, String> options) {
    OpenSinks.close(SinkOptions.read(options));
  }

  public String run() {
    return run;
  }

  /** The state as of now. */
  public LandingState state() {
    return journal.refresh();
  }

  /**
   * Begins to read topics that are new to the root, and checks those that it knows.
   *
   * @return where reading starts, by topic name and partition
   * @throws LandingException.NeedsOperator if a topic was created anew, or lost offsets that were
   *     not landed
   */
  public Map<org.apache.kafka.common.TopicPartition, Long> join(Collection<String> topics) {
    KafkaTopics.Positions positions = kafka.positions(topics);
    topics.forEach(topic -> join(topic, positions));
    LandingState state = journal.refresh();
    Map<org.apache.kafka.common.TopicPartition, Long> starts = new HashMap<>();
    positions
        .begins()
        .forEach(
            (tp, begin) -> {
              long landed =
                  state.landed(new TopicPartition(positions.ids().get(tp.topic()), tp.partition()));
              StartCheck.require(tp, landed, begin, positions.ends().get(tp));
              starts.put(tp, landed);
            });
    return starts;
  }

  private void join(String topic, KafkaTopics.Positions positions) {
    String id = positions.ids().get(topic);
    TreeMap<Integer, Long> starts = new TreeMap<>();
    positions
        .begins()
        .forEach(
            (tp, begin) -> {
              if (tp.topic().equals(topic) && begin > 0) {
                starts.put(tp.partition(), begin);
              }
            });
    journal.append(
        state -> {
          Optional<String> known = state.topicId(topic);
          if (known.isEmpty()) {
            return Optional.of(new LogEntry.TopicAdded(topic, id, starts));
          }
          StartCheck.requireSameTopic(topic, known.get(), id);
          return Optional.empty();
        });
  }

  Configuration hadoopConfiguration() {
    return hadoop;
  }

  WriterSettings writerSettings() {
    LandingState state = journal.refresh();
    Map<String, Long> landed = new HashMap<>();
    state
        .sources()
        .forEach(
            (source, s) -> {
              LandingState.Topic topic = state.topics().get(source.topicId());
              if (topic != null && !topic.retired()) {
                landed.put(topic.name() + "/" + source.partition(), s.landed());
              }
            });
    return new WriterSettings(
        options.root(), run, options.granularity(), options.futureBound(), landed);
  }

  void commit(long epoch, List<TaskCommit> tasks) {
    Set<String> topics = TaskMerge.topics(tasks);
    topics.stream()
        .filter(t -> journal.refresh().topicId(t).isEmpty())
        .toList()
        .forEach(t -> join(List.of(t)));
    LandingState state = journal.refresh();
    Observation seen = observe(state);
    TaskMerge merge = new TaskMerge(name -> state.topicId(name).orElseThrow());
    MicroBatch batch =
        new MicroBatch(
            run,
            epoch,
            merge.spans(tasks),
            tasks.stream().flatMap(t -> t.files().stream()).map(f -> landedFile(merge, f)).toList(),
            seen.ends());
    lander.land(batch, seen.rule());
    if (!batch.spans().isEmpty()) {
      LOG.info(
          "Epoch {} landed: {} rows in {} files",
          epoch,
          batch.files().stream().mapToLong(LandedFile::rows).sum(),
          batch.files().size());
    }
  }

  private LandedFile landedFile(TaskMerge merge, TaskCommit.WrittenFile file) {
    PartitionId partition = PartitionId.of(file.partitionStart(), options.granularity());
    return merge.landedFile(file, new GenerationId(partition, 0));
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
            state
                .topicId(tp.topic())
                .ifPresent(id -> read.put(new TopicPartition(id, tp.partition()), until)));
    Observation seen = observe(state);
    lander.progress(run, read, seen.ends(), seen.rule());
  }

  private record Observation(Map<TopicPartition, Long> ends, WatermarkRule rule) {}

  private Observation observe(LandingState state) {
    List<String> topics =
        state.topics().values().stream()
            .filter(t -> !t.retired())
            .map(LandingState.Topic::name)
            .toList();
    try {
      KafkaTopics.Positions positions = kafka.positions(topics);
      positions
          .ids()
          .forEach((name, id) -> StartCheck.requireSameTopic(name, state.topicId(name).get(), id));
      Map<TopicPartition, Long> ends = new HashMap<>();
      positions
          .ends()
          .forEach(
              (tp, end) ->
                  ends.put(
                      new TopicPartition(positions.ids().get(tp.topic()), tp.partition()), end));
      return new Observation(ends, new LeastProgress(ends, positions.askedAt(), options.delay()));
    } catch (LandingException.Unavailable e) {
      LOG.warn("{} The watermark stays at {}.", e.getMessage(), state.watermark().orElse(null));
      return new Observation(Map.of(), WatermarkRule.UNKNOWN);
    }
  }

  /** The clock of this sink. */
  public Instant now() {
    return clock.instant();
  }

  @Override
  public void close() {
    kafka.close();
  }
}
