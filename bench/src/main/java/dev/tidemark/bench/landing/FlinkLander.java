package dev.tidemark.bench.landing;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.Encoder;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.BucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Flink's KafkaSource and FileSink, exactly once, a checkpoint every 10 s. The pass ends with a
 * checkpoint of its own, as soon as the last record is written, so that Flink does not wait for the
 * next regular one.
 */
final class FlinkLander implements Lander {
  // Tasks are in this process.
  private static final LongAdder WRITTEN = new LongAdder();
  private static final long LOOK_MILLIS = 20;

  private final Task task;
  private final Program<?> program;
  private final MiniCluster cluster;

  /**
   * What a program chooses.
   *
   * @param consumer settings of Kafka's consumer
   */
  private record Program<T>(
      Properties consumer,
      KafkaRecordDeserializationSchema<T> deserializer,
      Encoder<T> encoder,
      boolean reusesObjects) {}

  /** As Flink's documentation has it: lines are strings, and the consumer's settings its own. */
  static FlinkLander asDocumented(Task task) throws Exception {
    Properties consumer = new Properties();
    consumer.put("bootstrap.servers", task.brokers());
    return new FlinkLander(
        task,
        new Program<>(
            consumer,
            KafkaRecordDeserializationSchema.valueOnly(new SimpleStringSchema()),
            new SimpleStringEncoder<>("UTF-8"),
            false));
  }

  /** As fast as it goes: bytes instead of strings, objects reused, and the fetches of ours. */
  static FlinkLander tuned(Task task) throws Exception {
    return new FlinkLander(
        task,
        new Program<>(
            task.consumer(),
            KafkaRecordDeserializationSchema.valueOnly(ByteArrayDeserializer.class),
            new Lines(),
            true));
  }

  private FlinkLander(Task task, Program<?> program) throws Exception {
    this.task = task;
    this.program = program;
    Configuration settings = new Configuration();
    settings.setString("rest.port", "0");
    settings.setString("io.tmp.dirs", task.scratch().toString());
    this.cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(task.partitions())
                .setCommonBindAddress("127.0.0.1")
                .build());
    cluster.start();
  }

  @Override
  public AutoCloseable land(URI target) throws Exception {
    WRITTEN.reset();
    JobID job = cluster.submitJob(job(program, target)).get().getJobID();
    while (WRITTEN.sum() < task.events()) {
      requireAlive(job);
      Thread.sleep(LOOK_MILLIS);
    }
    cluster.triggerCheckpoint(job, CheckpointType.FULL).get();
    try (FileSystem files = FileSystem.newInstance(task.hdfs(), task.hadoop())) {
      while (holdsUncommitted(files, target)) {
        requireAlive(job);
        Thread.sleep(LOOK_MILLIS);
      }
    }
    return () -> cancel(job);
  }

  private void cancel(JobID job) throws Exception {
    cluster.cancelJob(job).get();
    while (!cluster.getJobStatus(job).get().isGloballyTerminalState()) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private void requireAlive(JobID job) throws Exception {
    if (cluster.getJobStatus(job).get().isTerminalState()) {
      throw new IllegalStateException(
          "The job died: " + cluster.getArchivedExecutionGraph(job).get().getFailureInfo());
    }
  }

  /** A file that is not committed has a name that begins with a dot. */
  private static boolean holdsUncommitted(FileSystem files, URI target) throws IOException {
    RemoteIterator<? extends FileStatus> found =
        files.listFiles(new org.apache.hadoop.fs.Path(target), true);
    while (found.hasNext()) {
      if (found.next().getPath().getName().startsWith(".")) {
        return true;
      }
    }
    return false;
  }

  private <T> JobGraph job(Program<T> program, URI target) {
    Configuration settings = new Configuration();
    settings.setString("execution.checkpointing.storage", "filesystem");
    settings.setString("execution.checkpointing.dir", target + "-checkpoint");
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(settings);
    environment.setParallelism(task.partitions());
    if (program.reusesObjects()) {
      environment.getConfig().enableObjectReuse();
    }
    environment.enableCheckpointing(
        Duration.ofSeconds(10).toMillis(), CheckpointingMode.EXACTLY_ONCE);
    environment
        .fromSource(
            KafkaSource.<T>builder()
                .setProperties(program.consumer())
                .setTopics(task.topic())
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setDeserializer(program.deserializer())
                .build(),
            WatermarkStrategy.noWatermarks(),
            "kafka")
        .sinkTo(
            FileSink.forRowFormat(new Path(target), new Counting<>(program.encoder()))
                .withBucketAssigner(new HourOfRecord<>())
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .build());
    return environment.getStreamGraph().getJobGraph();
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }

  private static final class Lines implements Encoder<byte[]> {
    @Override
    public void encode(byte[] value, OutputStream out) throws IOException {
      out.write(value);
      out.write('\n');
    }
  }

  private record Counting<T>(Encoder<T> encoder) implements Encoder<T> {
    @Override
    public void encode(T value, OutputStream out) throws IOException {
      encoder.encode(value, out);
      WRITTEN.increment();
    }
  }

  /** Flink's own assigner goes by the time of writing, and formats it for every record. */
  private static final class HourOfRecord<T> implements BucketAssigner<T, String> {
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private long hour = -1;
    private String name;

    @Override
    public String getBucketId(T value, Context context) {
      long now = context.timestamp() / HOUR;
      if (now != hour) {
        hour = now;
        name = Instant.ofEpochMilli(now * HOUR).toString().substring(0, 13);
      }
      return name;
    }

    @Override
    public SimpleVersionedSerializer<String> getSerializer() {
      return SimpleVersionedStringSerializer.INSTANCE;
    }
  }
}
