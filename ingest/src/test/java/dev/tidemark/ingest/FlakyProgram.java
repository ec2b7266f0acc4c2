package dev.tidemark.ingest;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import scala.Option;

/**
 * A program of its own whose tasks need a second attempt: reads what there is, lands it, and ends
 * with 0. Arguments: Spark's master, or {@link #CLUSTER}, brokers, topic, root, checkpoint, {@link
 * Trouble}. More of Spark's settings come as system properties.
 */
final class FlakyProgram {
  /** What befalls the first attempt of the first task when it has written a part. */
  enum Trouble {
    /** It fails. */
    FAILS,
    /** It stands still, so that Spark starts a second one beside it. */
    STALLS
  }

  /**
   * A master and two workers in this process, each of which starts an executor in another. The
   * workers have addresses of their own, for Spark puts no second attempt on the host of the first.
   */
  static final String CLUSTER = "cluster";

  private static final int WRITTEN_BEFORE = 50;
  private static final long STALL_SECONDS = 30;

  private FlakyProgram() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, String> sink =
        Map.of(
            "root", arguments[3],
            "past-bound", "P36500D",
            "granularity", "PT1M",
            "kafka.bootstrap.servers", arguments[1],
            "checkpointLocation", arguments[4]);
    Trouble trouble = Trouble.valueOf(arguments[5]);
    SparkSession spark =
        SparkSession.builder()
            .master(arguments[0].equals(CLUSTER) ? cluster(new SparkConf()) : arguments[0])
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .getOrCreate();
    StreamingQuery query =
        spark
            .readStream()
            .format("kafka")
            .option("kafka.bootstrap.servers", arguments[1])
            .option("subscribe", arguments[2])
            .option("startingOffsets", "earliest")
            .load()
            .filter((FilterFunction<Row>) row -> pass(row, trouble))
            .writeStream()
            .format("landing")
            .options(sink)
            .trigger(Trigger.AvailableNow())
            .start();
    query.awaitTermination();
    spark.stop();
    // The workers' threads would go on.
    System.exit(0);
  }

  private static String cluster(SparkConf conf) {
    String master =
        Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1().address().toSparkURL();
    for (String host : List.of("127.0.0.2", "127.0.0.3")) {
      RpcEnv ignored =
          Worker.startRpcEnvAndEndpoint(
              host,
              0,
              0,
              1,
              600,
              new String[] {master},
              System.getenv("SPARK_HOME") + "/work-" + host,
              Option.empty(),
              conf,
              Option.empty());
    }
    return master;
  }

  private static boolean pass(Row row, Trouble trouble) throws InterruptedException {
    long offset = row.getAs("offset");
    TaskContext task = TaskContext.get();
    if (task.partitionId() == 0 && task.attemptNumber() == 0 && offset == WRITTEN_BEFORE) {
      System.err.println("first attempt: " + trouble);
      if (trouble == Trouble.FAILS) {
        throw new IllegalStateException("the first attempt fails");
      }
      TimeUnit.SECONDS.sleep(STALL_SECONDS);
    }
    return true;
  }
}
