package dev.tidemark.landing.config;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The section {@code event-time} of a dataset: where an event says when it happened, and how far
 * that is believed. An event whose time is not believed lands by its record's time.
 *
 * @param path where in the record's value the time stands
 * @param pastBound a time further back from the moment of landing is not believed
 * @param futureBound likewise one further ahead
 * @param allowedLateness how much longer the watermark waits than for records alone
 * @param maxPartitions most partitions that one task of a micro-batch opens by event time
 */
public record EventTimeConfig(
    JsonPath path,
    Duration pastBound,
    Duration futureBound,
    Duration allowedLateness,
    int maxPartitions)
    implements Serializable {

  public static final Duration PAST_BOUND = Duration.ofDays(7);
  public static final Duration FUTURE_BOUND = Duration.ofMinutes(5);
  public static final int MAX_PARTITIONS = 500;
  public static final int MOST_PARTITIONS = 100_000;

  /** What a record is placed by. */
  enum PartitionTime {
    RECORD,
    EVENT
  }

  /** Empty if the dataset is partitioned by the times of records. */
  static Optional<EventTimeConfig> read(Section dataset) {
    PartitionTime by = dataset.choice("partition-time", PartitionTime.RECORD);
    Section section = dataset.section("event-time");
    Optional<String> path = section.text("path");
    EventTimeConfig config =
        new EventTimeConfig(
            path(section, path, by),
            section.duration("past-bound", PAST_BOUND),
            section.duration("future-bound", FUTURE_BOUND),
            section.duration("allowed-lateness", Duration.ZERO),
            section.integer("max-partitions", MAX_PARTITIONS, 1, MOST_PARTITIONS));
    section.rejectUnknown();
    return by == PartitionTime.EVENT ? Optional.of(config) : Optional.empty();
  }

  private static JsonPath path(Section section, Optional<String> text, PartitionTime by) {
    if (by == PartitionTime.EVENT) {
      Optional<JsonPath> path = text.flatMap(JsonPath::parse);
      if (path.isEmpty()) {
        section.problem("path", JsonPath.RULE, text.orElse("nothing"));
      }
      return path.orElse(new JsonPath(List.of("missing")));
    }
    text.ifPresent(
        t -> section.problem("path", "must not be given while 'partition-time' is record", t));
    return new JsonPath(List.of("unused"));
  }
}
