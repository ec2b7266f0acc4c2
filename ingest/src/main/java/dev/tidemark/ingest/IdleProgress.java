package dev.tidemark.ingest;

import dev.tidemark.ingest.sink.LandingSink;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.WithoutTrace;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the watermark moving while nothing comes in. A stateless query runs no empty micro-batches,
 * so without this the last hour before a silence would never close.
 */
final class IdleProgress implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IdleProgress.class);
  private static final Duration LEAST_INTERVAL = Duration.ofMillis(100);

  private final LandingSink sink;
  private final StreamingQuery query;
  private final String dataset;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "idle-progress");
            thread.setDaemon(true);
            return thread;
          });
  private long lastBatch = -1;
  private String trouble = "";
  private volatile LandingException.Conflict fenced;
  private volatile Optional<String> unwritten = Optional.empty();

  IdleProgress(LandingSink sink, StreamingQuery query, String dataset) {
    this.sink = sink;
    this.query = query;
    this.dataset = dataset;
  }

  void start(Duration interval) {
    long millis = Math.max(LEAST_INTERVAL.toMillis(), interval.toMillis());
    var unused =
        timer.scheduleWithFixedDelay(this::progress, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void progress() {
    try {
      // It reports a micro-batch only when that is finished, so what it read up to is landed.
      StreamingQueryProgress last = query.lastProgress();
      if (query.isActive() && sink.isFenced()) {
        end(new LandingException.Conflict("Another ingest process has taken over."));
      } else if (query.isActive()) {
        if (!movedItself(last)) {
          sink.progress(readUpTo(last));
          trouble = "";
        }
        unwritten = Optional.empty();
      }
    } catch (LandingException.Conflict e) {
      end(e);
    } catch (LandingException.NotWritten | LandingException.OutcomeUnknown e) {
      unwritten = Optional.of(WithoutTrace.of(e));
      warn(e);
    } catch (RuntimeException e) {
      warn(e);
    }
  }

  /** Another run has taken over: this one must not stay up as if it still landed. */
  private void end(LandingException.Conflict reason) {
    fenced = reason;
    try {
      query.stop();
    } catch (TimeoutException | RuntimeException e) {
      LOG.warn("{}: the stream did not stop: {}", dataset, e.getMessage());
    }
  }

  /** Why the stream was ended, if another run has taken over. */
  Optional<LandingException.Conflict> fenced() {
    return Optional.ofNullable(fenced);
  }

  /** Why the landing log could not be written at the last look, if it could not. */
  Optional<String> unwritten() {
    return unwritten;
  }

  /** Whether a micro-batch with records landed since the last look, and the watermark with it. */
  private boolean movedItself(StreamingQueryProgress last) {
    if (last == null || last.batchId() == lastBatch) {
      return false;
    }
    lastBatch = last.batchId();
    return last.numInputRows() > 0;
  }

  private static Map<TopicPartition, Long> readUpTo(StreamingQueryProgress last) {
    return last == null || last.sources().length != 1
        ? Map.of()
        : StartingOffsets.parse(last.sources()[0].endOffset());
  }

  /** Once for each kind of trouble, not at every look. */
  private void warn(RuntimeException e) {
    String now = String.valueOf(e.getMessage());
    if (!now.equals(trouble)) {
      LOG.warn("{}: the watermark could not be moved: {}", dataset, now);
      trouble = now;
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
