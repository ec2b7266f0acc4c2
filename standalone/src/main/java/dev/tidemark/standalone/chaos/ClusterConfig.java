package dev.tidemark.standalone.chaos;

import java.nio.file.Path;

/**
 * The configuration of the programs: minute partitions and short times, so that in a minute there
 * is as much to lose as else in a day.
 */
record ClusterConfig(ClusterFiles files, Addresses addresses, PartitionTime partitionTime) {
  static final String DATASET = "events";
  static final String TOPIC = "events";
  static final String REJECTED = "events-rejected";
  static final String ROOT = "/tidemark/events";
  static final String TOKEN = "a-token-of-the-fault-suite";

  /** Which time decides where an event lands. */
  enum PartitionTime {
    RECORD,
    EVENT
  }

  String yaml() {
    return """
        kafka:
          bootstrap.servers: %s
        datasets:
          - name: %s
            root: %s
            topics: [%s]
            granularity: PT1M
            delay: PT1S
            grace: PT1S
            late-quiet: PT3S
            late-longest-wait: PT10S
            %s
        collector:
          port: %d
          topic: %s
          drain-delay: PT1S
          drain-limit: PT10S
          spill: {dir: %s}
        ingest:
          trigger: PT1S
          spark-master: local[2]
          checkpoint-dir: %s
          settling: PT2S
          lease: PT4S
          restart-backoff: PT1S
        batch:
          event-types-dir: %s
        coordinator:
          schedule: "* * * * * ?"
          lease: PT5S
          backoff: PT1S
          retries: 20
          http:
            port: %d
            admin-tokens:
              - {name: chaos, token: "%s"}
        """
        .formatted(
            Addresses.server(addresses.kafka()),
            DATASET,
            addresses.linkedRoot(),
            TOPIC,
            partitionTimeLines(),
            addresses.collector(),
            TOPIC,
            files.spill(),
            files.checkpoints(),
            files.home().resolve(Path.of("conf", "events")),
            addresses.firstCoordinator(),
            TOKEN);
  }

  private String partitionTimeLines() {
    return partitionTime == PartitionTime.RECORD
        ? "partition-time: record"
        : "partition-time: event\n    event-time: {path: $.event.timestamp, past-bound: PT1H}";
  }
}
