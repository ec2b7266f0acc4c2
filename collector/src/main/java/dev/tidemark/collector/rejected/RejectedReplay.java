package dev.tidemark.collector.rejected;

import dev.tidemark.collector.event.EventReader;
import dev.tidemark.collector.kafka.Delivery;
import dev.tidemark.collector.kafka.EventProducer;
import dev.tidemark.landing.Counted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Sends rejected events again that would be accepted now. Their ids stay, so that sending them
 * twice does no harm, and so does the time at which they were received: they land in the hour in
 * which they came. They also stay in the topic of rejected events, until it expires.
 */
public final class RejectedReplay {
  private static final int AT_ONCE = 200;

  private final EventReader reader;
  private final EventProducer producer;
  private final String topic;
  private final List<ProducerRecord<byte[], byte[]>> waiting = new ArrayList<>();
  private long sent;

  public RejectedReplay(EventReader reader, EventProducer producer, String topic) {
    this.reader = reader;
    this.producer = producer;
    this.topic = topic;
  }

  /**
   * Sends an event, now or with the next ones.
   *
   * @return whether it would be accepted
   * @throws IllegalStateException if Kafka does not acknowledge
   */
  public boolean take(RejectedEvent event) {
    Optional<byte[]> value = event.accepted(reader);
    if (value.isEmpty()) {
      return false;
    }
    waiting.add(
        new ProducerRecord<>(topic, null, event.receivedAt().toEpochMilli(), null, value.get()));
    if (waiting.size() == AT_ONCE) {
      flush();
    }
    return true;
  }

  /**
   * Sends what waits, and returns when Kafka has acknowledged it.
   *
   * @return how many events were sent in all
   * @throws IllegalStateException if Kafka does not acknowledge
   */
  public long flush() {
    CompletableFuture<Exception> failure = new CompletableFuture<>();
    producer.send(
        List.copyOf(waiting),
        new Delivery() {
          @Override
          public void acknowledged() {
            failure.complete(null);
          }

          @Override
          public void failed(List<ProducerRecord<byte[], byte[]>> records, Exception cause) {
            failure.complete(cause);
          }

          @Override
          public boolean isAbandoned() {
            return false;
          }
        });
    Exception cause = failure.join();
    if (cause != null) {
      throw new IllegalStateException(
          "Kafka did not acknowledge after "
              + Counted.of(sent, "event")
              + ". Run the command again: what is sent twice counts once",
          cause);
    }
    sent += waiting.size();
    waiting.clear();
    return sent;
  }
}
