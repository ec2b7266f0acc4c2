package dev.tidemark.collector.kafka;

import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks Kafka's client for the topics time and again, so that no request waits until Kafka has told
 * where they are: the client forgets topics that were not used for some minutes. It costs no
 * request to Kafka while they are known.
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

  /** Whether Kafka has ever told where every topic is. */
  public boolean isKnown() {
    return known;
  }

  private void look() {
    try {
      lookOnce();
    } catch (RuntimeException e) {
      // It is looked again: a task that throws is not run any more.
      LOG.warn("Kafka could not be asked for the topics", e);
    }
  }

  private void lookOnce() {
    boolean all = topics.stream().allMatch(producer::knows);
    producer.topicsAreKnown(all);
    if (all && !known) {
      known = true;
      LOG.info("Kafka has the topics {}; ready", topics);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
