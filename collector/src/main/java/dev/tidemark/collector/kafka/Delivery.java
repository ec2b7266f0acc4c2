package dev.tidemark.collector.kafka;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What became of the records of one call; exactly one of the two is called, once, on any thread,
 * when the producer has given its last word on every record. It must not block: the thread may be
 * the producer's own.
 */
public interface Delivery {
  /** Kafka has acknowledged every record. */
  void acknowledged();

  /**
   * Some records were not acknowledged in time, and will not be sent again.
   *
   * @param records which, in their order; some of them may be in Kafka all the same
   * @param cause one that is not a refusal ({@link EventProducer#isRefusal}), if there is one:
   *     where it is a refusal, Kafka refuses all of these records, and has all others
   */
  void failed(List<ProducerRecord<byte[], byte[]>> records, Exception cause);

  /** Whether nobody waits for the outcome any more, so that records not yet sent need not be. */
  boolean isAbandoned();
}
