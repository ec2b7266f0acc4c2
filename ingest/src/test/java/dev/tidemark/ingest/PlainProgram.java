package dev.tidemark.ingest;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** A Spark program of somebody else's, who lands with {@code format("landing")}. */
final class PlainProgram {
  private final Cluster cluster;
  private final TestDataset dataset;
  private final Path checkpoint;

  PlainProgram(Cluster cluster, TestDataset dataset, Path checkpoint) {
    this.cluster = cluster;
    this.dataset = dataset;
    this.checkpoint = checkpoint;
  }

  /** Reads what there is, from {@code startingOffsets} if the checkpoint is new, and ends. */
  void run(String startingOffsets, Map<String, String> sinkOptions) throws Exception {
    StreamingQuery query =
        writer(source(startingOffsets), sinkOptions).trigger(Trigger.AvailableNow()).start();
    query.awaitTermination();
  }

  /** Reads what there is, with something between source and sink, and ends. */
  StreamingQuery run(UnaryOperator<Dataset<Row>> between) throws Exception {
    StreamingQuery query =
        writer(between.apply(source("earliest")), Map.of()).trigger(Trigger.AvailableNow()).start();
    query.awaitTermination();
    return query;
  }

  /** Goes on until it is stopped; every record has to pass the gate. */
  StreamingQuery start(Gate gate) throws Exception {
    Dataset<Row> gated = source("earliest").filter((FilterFunction<Row>) row -> gate.pass());
    return writer(gated, Map.of()).start();
  }

  /** With a trigger that the sink does not take. */
  StreamingQuery startContinuously() throws Exception {
    return writer(source("earliest"), Map.of()).trigger(Trigger.Continuous("1 second")).start();
  }

  private Dataset<Row> source(String startingOffsets) {
    return cluster
        .spark()
        .readStream()
        .format("kafka")
        .option("kafka.bootstrap.servers", cluster.kafka().bootstrapServers())
        .option("subscribe", dataset.topic().name())
        .option("startingOffsets", startingOffsets)
        .load();
  }

  private DataStreamWriter<Row> writer(Dataset<Row> rows, Map<String, String> sinkOptions) {
    return rows.writeStream()
        .format("landing")
        .option("root", dataset.root().toString())
        .option("past-bound", "P36500D")
        .option("granularity", "PT1M")
        .option("lease", "PT2S")
        .option("kafka.bootstrap.servers", cluster.kafka().bootstrapServers())
        .option("checkpointLocation", checkpoint.toUri().toString())
        .options(sinkOptions);
  }

  /** Holds the tasks of this JVM up until it is opened. */
  static final class Gate implements Serializable {
    private static final long serialVersionUID = 1L;
    // Tasks have copies of this object, and meet it here.
    private static volatile CountDownLatch arrived = new CountDownLatch(1);
    private static volatile CountDownLatch opened = new CountDownLatch(1);

    static Gate closed() {
      arrived = new CountDownLatch(1);
      opened = new CountDownLatch(1);
      return new Gate();
    }

    boolean pass() throws InterruptedException {
      arrived.countDown();
      return opened.await(60, TimeUnit.SECONDS);
    }

    boolean isReached() {
      return arrived.getCount() == 0;
    }

    void open() {
      opened.countDown();
    }
  }
}
