package dev.tidemark.ingest.sink;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * Is told what a sink does, for counting it. Called on the threads that land, so it must be quick,
 * and safe for two of them.
 */
public interface LandingListener {
  /** Listens to nothing. */
  LandingListener NONE = new LandingListener() {};

  /**
   * What a micro-batch brought of one topic.
   *
   * @param rows lines landed
   * @param bytes length of the files
   * @param lateRows those of the lines that went to a late generation
   * @param nulls null values, which have no line
   * @param ignoredTimes record times that were missing or outside the bounds
   */
  record Landed(
      String topic, long rows, long bytes, long lateRows, long nulls, long ignoredTimes) {}

  /** A micro-batch brought this; told once, and not again for one that Spark repeats. */
  default void landed(Landed landed) {}

  /** So many records of a micro-batch were not placed by their event time. */
  default void eventTimesUnused(EventTimeCounts counts) {}

  /**
   * Kafka said where its topics end.
   *
   * @param lag offsets that are not landed yet, by topic-partition
   */
  default void looked(Map<TopicPartition, Long> lag, Optional<Instant> watermark) {}

  /** Offsets of a topic were given up, as the option {@code gap} allows. */
  default void gap(String topic, long offsets) {}
}
