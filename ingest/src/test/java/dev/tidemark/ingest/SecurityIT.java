package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A Kafka that wants its clients to log in. */
@ExtendWith(Cluster.Resolver.class)
@Timeout(120)
class SecurityIT {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");

  private final Cluster cluster;

  SecurityIT(Cluster cluster) {
    this.cluster = cluster;
  }

  @Test
  void with_the_password_records_land() throws Exception {
    try (TestDataset dataset = loggingIn(new TestDataset(cluster, 2), "secret")) {
      dataset.topic().send(0, T13, "one").send(1, T13, "two");
      dataset.start();
      dataset.awaitLanded();
      dataset.assertEveryRecordLandedOnce();
    }
  }

  @Test
  void a_wrong_password_ends_the_stream_at_once() throws Exception {
    try (TestDataset dataset = loggingIn(new TestDataset(cluster, 1), "wrong");
        RestartingIngest ingest = dataset.startKept()) {
      await().atMost(TestDataset.LIMIT).until(() -> ingest.failure().isPresent());
      assertThat(Causes.of(ingest.failure().get()).all())
          .hasAtLeastOneElementOfType(SaslAuthenticationException.class);
      assertThat(ingest.health().reason()).get().asString().contains("Authentication failed");
    }
  }

  private TestDataset loggingIn(TestDataset dataset, String password) {
    return dataset
        .with("bootstrap.servers", cluster.saslServers())
        .with("security.protocol", "SASL_PLAINTEXT")
        .with("sasl.mechanism", "PLAIN")
        .with(
            "sasl.jaas.config",
            "org.apache.kafka.common.security.plain.PlainLoginModule required"
                + " username=\"ingest\" password=\""
                + password
                + "\";");
  }
}
