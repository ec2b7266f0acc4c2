package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.embedded.EmbeddedKafka;
import java.io.FileNotFoundException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
  private static final int EVENTS_PER_SECOND = 500;

  private EmbeddedKafka kafka;
  private EmbeddedHdfs hdfs;
  private SparkSession session;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
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
