package dev.tidemark.collector.kafka;

/**
 * What became of the records of one request; exactly one of the two is called, once, on any thread.
 * It must not block: the thread may be the producer's own.
 */
public interface Delivery {
  /** Kafka has acknowledged every record. */
  void acknowledged();

  /** At least one record was not acknowledged in time; some may be in Kafka all the same. */
  void failed(Exception cause);

  /** Whether nobody waits for the outcome any more, so that records not yet sent need not be. */
  boolean isAbandoned();
}
