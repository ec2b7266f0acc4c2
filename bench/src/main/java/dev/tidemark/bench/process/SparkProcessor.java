package dev.tidemark.bench.process;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.to_timestamp;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The usual program: Spark's JSON reader with a schema, and {@code dropDuplicates}. */
final class SparkProcessor implements Peer.Processor {
  private final Path root;
  private final SparkSession spark;

  SparkProcessor(Path root) {
    this.root = root;
    this.spark = session(root);
  }

  static SparkSession session(Path root) {
    return SparkSession.builder()
        .appName("tidemark-bench")
        .master("local[2]")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.parquet.compression.codec", "zstd")
        .config("spark.ui.enabled", "false")
        .config("spark.local.dir", root.resolve("spark").toString())
        .getOrCreate();
  }

  @Override
  public void process(Hour hour, String output) {
    String event = Click.EVENT_COLUMNS.formatted("string", "double").replace(" string", ": string");
    Dataset<Row> read =
        spark
            .read()
            .schema(
                "event_id string, received_at string, source string, ip string, user_agent string,"
                    + " event struct<"
                    + event.replace(" double", ": double")
                    + ">")
            .json(root.resolve(hour.directory()).toUri().toString());
    Dataset<Row> distinct = hour.withIds() ? read.dropDuplicates("event_id") : read;
    distinct
        .withColumn("event_time", to_timestamp(col("event.timestamp")))
        .select("event_id", "received_at", "event_time", "source", "ip", "user_agent", "event.*")
        .write()
        .partitionBy("type")
        .parquet(root.resolve(output).toUri().toString());
  }

  @Override
  public void close() {
    spark.stop();
  }
}
