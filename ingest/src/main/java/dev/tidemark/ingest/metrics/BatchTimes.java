package dev.tidemark.ingest.metrics;

import java.time.Duration;
import java.util.UUID;
import org.apache.spark.sql.streaming.StreamingQueryListener;

/** Takes the time of each micro-batch of one query from what Spark reports. */
public final class BatchTimes extends StreamingQueryListener {
  private static final String WHOLE_TRIGGER = "triggerExecution";

  private final UUID query;
  private final IngestMetrics metrics;

  /**
   * A listener to be added to the session's streams.
   *
   * @param query the run id of the query
   */
  public BatchTimes(UUID query, IngestMetrics metrics) {
    this.query = query;
    this.metrics = metrics;
  }

  @Override
  public void onQueryStarted(QueryStartedEvent event) {}

  @Override
  public void onQueryProgress(QueryProgressEvent event) {
    Long millis = event.progress().durationMs().get(WHOLE_TRIGGER);
    if (event.progress().runId().equals(query)
        && event.progress().numInputRows() > 0
        && millis != null) {
      metrics.batch(Duration.ofMillis(millis));
    }
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {}
}
