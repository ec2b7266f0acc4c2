package dev.tidemark.collector.spill;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What became of the records of one request; exactly one of the first three is called, once, on any
 * thread, and perhaps none if the outcome is abandoned. It must not block.
 */
public interface Outcome {
  /** Every record is durable: Kafka acknowledged it, or it is on this machine's disk. */
  void kept();

  /**
   * At least one record is not durable; some may be all the same.
   *
   * @param reason for the client
   */
  void notKept(String reason);

  /**
   * Every record is durable but these, which Kafka does not take for their size. To send them again
   * does not help.
   */
  void tooLarge(List<ProducerRecord<byte[], byte[]>> records);

  /** Whether nobody waits for the outcome any more, so that what is not kept yet need not be. */
  boolean isAbandoned();
}
