package dev.tidemark.bench.landing;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.date_format;
import static org.apache.spark.sql.functions.from_json;

import java.net.URI;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** The usual program: parse, derive the hour, and let Spark's JSON file sink partition by it. */
final class SparkJsonLander implements Lander {
  private final Task task;
  private final SparkSession spark;

  SparkJsonLander(Task task) {
    this.task = task;
    this.spark = Sessions.local(task);
  }

  @Override
  public AutoCloseable land(URI target) throws Exception {
    StreamingQuery query =
        spark
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", task.brokers())
            .option("subscribe", task.topic())
            .option("startingOffsets", "earliest")
            .load()
            .select(
                from_json(col("value").cast("string"), Event.SCHEMA).as("event"),
                date_format(col("timestamp"), "yyyy-MM-dd").as("dt"),
                date_format(col("timestamp"), "HH").as("hr"))
            .select("event.*", "dt", "hr")
            .writeStream()
            .format("json")
            .partitionBy("dt", "hr")
            .option("checkpointLocation", target + "-checkpoint")
            .trigger(Trigger.AvailableNow())
            .start(target.toString());
    query.awaitTermination();
    return () -> {};
  }

  @Override
  public void close() {
    spark.stop();
  }
}
