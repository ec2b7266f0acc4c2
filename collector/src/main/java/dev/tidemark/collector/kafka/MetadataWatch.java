package dev.tidemark.collector.kafka;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks Kafka for the topics until it has told where they are, so that the first request does not
 * wait for it. Once known they stay known.
 */
public final class MetadataWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetadataWatch.class);
  private static final long PAUSE_MILLIS = 200;

  private final EventProducer producer;
  private final List<String> topics;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "collector-metadata");
            thread.setDaemon(true);
            return thread;
          });
  private volatile boolean known;

  public MetadataWatch(EventProducer producer, List<String> topics) {
    this.producer = producer;
    this.topics = List.copyOf(topics);
  }

  public void start() {
    var unused =
        executor.scheduleWithFixedDelay(this::look, 0, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Whether Kafka has told where every topic is. */
  public boolean isKnown() {
    return known;
  }

  private void look() {
    if (topics.stream().allMatch(producer::knows)) {
      known = true;
      LOG.info("Kafka has the topics {}; ready", topics);
      executor.shutdown();
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
