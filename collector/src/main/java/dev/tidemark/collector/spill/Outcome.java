package dev.tidemark.collector.spill;

/**
 * What became of the records of one request; exactly one of the first two is called, once, on any
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

  /** Whether nobody waits for the outcome any more, so that what is not kept yet need not be. */
  boolean isAbandoned();
}
