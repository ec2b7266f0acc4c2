package dev.tidemark.ingest;

import dev.tidemark.ingest.sink.LandingSink;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.apache.spark.sql.streaming.SourceProgress;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the watermark moving while nothing comes in. A stateless query runs no empty micro-batches,
 * so without this the last hour before a silence would never close.
 */
final class IdleProgress extends StreamingQueryListener implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IdleProgress.class);

  private final LandingSink sink;
  private final String dataset;
  private final Duration interval;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "idle-progress");
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicReference<UUID> watched = new AtomicReference<>();
  private final AtomicReference<Map<TopicPartition, Long>> readUpTo =
      new AtomicReference<>(Map.of());
  private volatile boolean busy;

  IdleProgress(LandingSink sink, String dataset, Duration interval) {
    this.sink = sink;
    this.dataset = dataset;
    this.interval = interval;
  }

  void watch(StreamingQuery query) {
    watched.set(query.id());
    long millis = Math.max(100, interval.toMillis());
    var unused =
        timer.scheduleWithFixedDelay(this::progress, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void progress() {
    // A micro-batch that landed since the last look moved the watermark itself.
    if (busy) {
      busy = false;
      return;
    }
    try {
      sink.progress(readUpTo.get());
    } catch (RuntimeException e) {
      LOG.warn("{}: the watermark could not be moved: {}", dataset, e.getMessage());
    }
  }

  @Override
  public void onQueryStarted(QueryStartedEvent event) {}

  @Override
  public void onQueryProgress(QueryProgressEvent event) {
    if (!event.progress().id().equals(watched.get())) {
      return;
    }
    SourceProgress[] sources = event.progress().sources();
    if (sources.length == 1) {
      readUpTo.set(StartingOffsets.parse(sources[0].endOffset()));
    }
    busy = event.progress().numInputRows() > 0;
  }

  @Override
  public void onQueryTerminated(QueryTerminatedEvent event) {}

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
