package dev.tidemark.collector.spill;

import dev.tidemark.collector.kafka.Delivery;
import dev.tidemark.collector.kafka.EventProducer;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Makes records durable: in Kafka, and what Kafka does not acknowledge in time in the spill. The
 * producer's last word is waited for, so that a record is spilled only once Kafka will not be sent
 * it again; it may still turn out to be in both, with the same event id. While Kafka is known to be
 * away nothing is tried but by the spill's replay.
 */
public final class Durability {
  private final EventProducer producer;
  private final Optional<Spill> spill;

  /**
   * Puts the two together.
   *
   * @param spill empty: what Kafka does not take is not kept
   */
  public Durability(EventProducer producer, Optional<Spill> spill) {
    this.producer = producer;
    this.spill = spill;
  }

  /**
   * Whether {@link #keep} would return at once, for records of some hundred KiB: Kafka has much
   * room for them, or they only wait to be written to disk. Otherwise it may take 200 ms.
   */
  public boolean isImmediate() {
    return producer.isAway() ? spill.isPresent() : producer.hasRoom();
  }

  /** Keeps the records, and tells the outcome when that is known. */
  public void keep(List<ProducerRecord<byte[], byte[]>> records, Outcome outcome) {
    if (spill.isPresent() && producer.isAway()) {
      spill.get().keep(records, outcome);
    } else {
      producer.send(records, new KafkaFirst(outcome));
    }
  }

  private final class KafkaFirst implements Delivery {
    private final Outcome outcome;

    KafkaFirst(Outcome outcome) {
      this.outcome = outcome;
    }

    @Override
    public void acknowledged() {
      outcome.kept();
    }

    @Override
    public void failed(List<ProducerRecord<byte[], byte[]>> records, Exception cause) {
      if (spill.isPresent()) {
        spill.get().keep(records, outcome);
      } else if (EventProducer.isTooLarge(cause)) {
        outcome.tooLarge(records);
      } else {
        outcome.notKept("not acknowledged by Kafka");
      }
    }

    @Override
    public boolean isAbandoned() {
      return outcome.isAbandoned();
    }
  }
}
