package dev.tidemark.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.ingest.source.UncopiedKafka;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The source without copies against Spark's own, on the same topic. */
@ExtendWith(Cluster.Resolver.class)
@Timeout(120)
class UncopiedKafkaIT {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");
  private static final String OURS = UncopiedKafka.class.getName();

  private final Cluster cluster;
  @TempDir private Path directory;

  UncopiedKafkaIT(Cluster cluster) {
    this.cluster = cluster;
  }

  /** What a query read. */
  private record Read(List<String> rows, List<StreamingQueryProgress> progress) {
    long counted() {
      return progress.stream().mapToLong(StreamingQueryProgress::numInputRows).sum();
    }
  }

  @Test
  void it_gives_the_rows_of_sparks_own_source() throws Exception {
    try (TestTopic topic = new TestTopic(cluster, "uncopied-" + System.nanoTime(), 3, Map.of())) {
      for (int i = 0; i < 300; i++) {
        topic.send(i % 3, T13.plusSeconds(i), i % 10 == 0 ? null : "Zoë\n日本 " + i);
      }
      keyed(topic);
      topic.sent();
      for (Map<String, String> options :
          List.of(
              Map.<String, String>of(),
              Map.of("includeHeaders", "true"),
              Map.of("maxOffsetsPerTrigger", "50"))) {
        Read sparks = read("kafka", topic, options);
        Read ours = read(OURS, topic, options);
        assertThat(ours.rows()).hasSize(301).containsExactlyInAnyOrderElementsOf(sparks.rows());
        assertThat(ours.counted()).isEqualTo(301);
        assertThat(ours.progress()).hasSameSizeAs(sparks.progress());
        assertThat(last(ours).endOffset()).isEqualTo(last(sparks).endOffset());
        assertThat(last(ours).metrics()).isEqualTo(last(sparks).metrics());
      }
    }
  }

  @Test
  void what_a_transaction_took_back_is_not_read() throws Exception {
    Map<String, Object> transactional =
        Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "uncopied-" + System.nanoTime());
    Map<String, String> committed = Map.of("kafka.isolation.level", "read_committed");
    String name = "uncopied-" + System.nanoTime();
    try (TestTopic topic = new TestTopic(cluster, name, 1, transactional)) {
      KafkaProducer<byte[], byte[]> producer = topic.producer();
      producer.initTransactions();
      producer.beginTransaction();
      topic.send(0, T13, "kept");
      producer.commitTransaction();
      producer.beginTransaction();
      topic.send(0, T13, "taken back").send(0, T13, "taken back too");
      producer.flush();
      producer.abortTransaction();
      Read ours = read(OURS, topic, committed);
      assertThat(ours.rows()).hasSize(1).isEqualTo(read("kafka", topic, committed).rows());
    }
  }

  private static void keyed(TestTopic topic) throws Exception {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            topic.name(), 0, T13.toEpochMilli(), "key".getBytes(UTF_8), "value".getBytes(UTF_8));
    record.headers().add("name", new byte[] {1, 2, 3});
    topic.producer().send(record).get();
  }

  private static org.apache.spark.sql.streaming.SourceProgress last(Read read) {
    return read.progress().get(read.progress().size() - 1).sources()[0];
  }

  private Read read(String format, TestTopic topic, Map<String, String> options) throws Exception {
    List<String> rows = new ArrayList<>();
    VoidFunction2<Dataset<Row>, Long> collect =
        (batch, id) -> batch.toJSON().collectAsList().forEach(rows::add);
    StreamingQuery query =
        cluster
            .spark()
            .readStream()
            .format(format)
            .option("kafka.bootstrap.servers", cluster.kafka().bootstrapServers())
            .option("subscribe", topic.name())
            .option("startingOffsets", "earliest")
            .options(options)
            .load()
            .writeStream()
            .foreachBatch(collect)
            .option(
                "checkpointLocation",
                directory.resolve(Long.toString(System.nanoTime())).toUri().toString())
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();
    return new Read(List.copyOf(rows), List.of(query.recentProgress()));
  }
}
