package dev.tidemark.ingest.sink;

import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/**
 * The sinks that are open in this driver, by options and query. Spark builds a new write for every
 * micro-batch from the options alone, so what a query must keep between batches (the state read
 * from the log, the connection to Kafka) can only be found again from here.
 */
final class OpenSinks {
  private record Key(SinkOptions options, String queryId) {}

  /** The place of a sink; opening one may take as long as another run lands. */
  private static final class Place {
    private LandingSink sink;

    synchronized LandingSink open(Supplier<LandingSink> open) {
      if (sink == null) {
        sink = open.get();
      }
      return sink;
    }

    synchronized void close() {
      if (sink != null) {
        sink.close();
      }
    }
  }

  private static final Map<Key, Place> OPEN = new ConcurrentHashMap<>();

  private OpenSinks() {}

  static LandingSink get(SinkOptions options, String queryId, Clock clock, Runnable standsBy) {
    // A program that names its run has one sink for it, whatever Spark calls the query.
    String query = options.run().isEmpty() ? queryId : "";
    // Sinks of other datasets are not kept waiting while this one stands by.
    return OPEN.computeIfAbsent(new Key(options, query), key -> new Place())
        .open(
            () ->
                LandingSink.open(
                    options,
                    options.run().isEmpty() ? queryId + "-" + UUID.randomUUID() : options.run(),
                    // Hadoop's settings with those that the session has as spark.hadoop.…
                    SparkSession.active().sparkContext().hadoopConfiguration(),
                    clock,
                    standsBy));
  }

  static void close(SinkOptions options) {
    Place place = OPEN.remove(new Key(options, ""));
    if (place != null) {
      place.close();
    }
  }
}
