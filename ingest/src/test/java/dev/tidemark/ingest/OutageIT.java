package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.landing.LandingException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Kafka or HDFS away for longer than Spark tries again: nobody has to start anything. */
@ExtendWith(Cluster.Resolver.class)
@Timeout(180)
class OutageIT {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final Cluster cluster;

  OutageIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void after_an_outage_of_kafka_the_stream_goes_on_by_itself() throws Exception {
    try (TestDataset dataset = impatient(new TestDataset(cluster, 2));
        RestartingIngest ingest = dataset.startKept()) {
      send(dataset, 0, 50);
      dataset.awaitLanded();
      cluster.kafka().stop();
      try {
        awaitDeath(ingest, dataset);
        assertThat(ingest.health().reason()).isPresent();
        assertThat(ingest.failure()).isEmpty();
      } finally {
        cluster.kafka().start();
      }
      await().atMost(LIMIT).until(() -> ingest.health().well());
      send(dataset, 50, 100);
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void a_start_waits_for_kafka() throws Exception {
    try (TestDataset dataset = impatient(new TestDataset(cluster, 1))) {
      send(dataset, 0, 20);
      dataset.topic().sent();
      cluster.kafka().stop();
      try (RestartingIngest ingest = dataset.startKept()) {
        try {
          awaitDeath(ingest, dataset);
          assertThat(ingest.health().reason()).get().asString().contains("did not answer");
        } finally {
          cluster.kafka().start();
        }
        ingest.awaitStart();
        dataset.awaitLanded();
        dataset.assertEveryRecordLandedOnce();
      }
    }
  }

  @Test
  void after_an_outage_of_hdfs_the_stream_goes_on_by_itself() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1);
        RestartingIngest ingest = dataset.startKept()) {
      send(dataset, 0, 20);
      dataset.awaitLanded();
      cluster.hdfs().stop();
      try {
        send(dataset, 20, 40);
        awaitDeath(ingest, dataset);
        assertThat(ingest.failure()).isEmpty();
      } finally {
        cluster.hdfs().start();
      }
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void a_topic_created_anew_while_it_is_read_ends_the_stream() throws Exception {
    try (TestDataset dataset = new TestDataset(cluster, 1);
        RestartingIngest ingest = dataset.startKept()) {
      send(dataset, 0, 20);
      dataset.awaitLanded();
      String topic = dataset.topic().name();
      cluster.kafka().deleteTopic(topic);
      await().atMost(LIMIT).until(() -> !cluster.kafka().topicIds().containsKey(topic));
      cluster.kafka().createTopic(topic, 1);
      await().atMost(LIMIT).until(() -> ingest.failure().isPresent());
      assertThat(Causes.of(ingest.failure().get()).all())
          .hasAtLeastOneElementOfType(LandingException.NeedsOperator.class);
      assertThat(ingest.health().state()).isEqualTo("failed");
    }
  }

  private static TestDataset impatient(TestDataset dataset) {
    return dataset.with("default.api.timeout.ms", "1500").with("request.timeout.ms", "1000");
  }

  /** Until the stream has died, and waits or tries again. */
  private static void awaitDeath(RestartingIngest ingest, TestDataset dataset) {
    await()
        .atMost(LIMIT)
        .until(() -> transientFailures(dataset) > 0 || ingest.failure().isPresent());
    assertThat(ingest.failure()).isEmpty();
    assertThat(ingest.health().well()).isFalse();
  }

  private static double transientFailures(TestDataset dataset) {
    return dataset
        .metrics()
        .get("tidemark.ingest.failures")
        .tag("kind", "transient")
        .counter()
        .count();
  }

  private static void send(TestDataset dataset, int from, int until) {
    for (int i = from; i < until; i++) {
      dataset.topic().send(i % dataset.partitions(), T13.plusMillis(i % 60_000), "value " + i);
    }
  }
}
