package dev.tidemark.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A producer that may not have an id, which its client takes for an error that it cannot go on
 * after: the collector says so, loses nothing, and goes on when it may.
 */
class FatalProducerIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final ResourcePattern TOPICS =
      new ResourcePattern(ResourceType.TOPIC, "*", PatternType.LITERAL);
  private static final ResourcePattern CLUSTER =
      new ResourcePattern(ResourceType.CLUSTER, "kafka-cluster", PatternType.LITERAL);

  /** What has a rule allows nothing that no rule allows. */
  private static final List<AclBinding> EVERYTHING =
      List.of(
          rule(TOPICS, AclOperation.ALL, AclPermissionType.ALLOW),
          rule(CLUSTER, AclOperation.ALL, AclPermissionType.ALLOW));

  /** Who may neither write to any topic nor write idempotently in general gets no producer id. */
  private static final List<AclBinding> NO_WRITING =
      List.of(
          rule(TOPICS, AclOperation.WRITE, AclPermissionType.DENY),
          rule(CLUSTER, AclOperation.IDEMPOTENT_WRITE, AclPermissionType.DENY));

  @TempDir private Path directory;

  @Test
  void it_is_not_ready_while_it_may_not_write_and_keeps_what_it_accepted() throws Exception {
    try (TestBroker broker = new TestBroker(directory.resolve("kafka"))) {
      broker.set(
          "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
      broker.set("allow.everyone.if.no.acl.found", "true");
      broker.start();
      // The topics are there before it is forbidden to write to them.
      try (Collector first = collector(broker)) {
        awaitReady(new TestClient(first.port()));
      }
      try (Admin admin = broker.admin();
          TopicReader events = new TopicReader(broker.bootstrapServers(), "events")) {
        admin.createAcls(EVERYTHING).all().get();
        admin.createAcls(NO_WRITING).all().get();
        try (Collector broken = collector(broker)) {
          TestClient client = new TestClient(broken.port());
          Set<String> accepted = new HashSet<>();
          await()
              .atMost(LIMIT)
              .until(
                  () -> {
                    post(client, accepted);
                    return client.get("/ready").body().contains("producer is broken");
                  });
          assertThat(client.get("/ready").statusCode()).isEqualTo(503);
          assertThat(client.get("/health").statusCode()).isEqualTo(200);
          post(client, accepted);
          assertThat(events.rest()).isEmpty();

          admin.deleteAcls(NO_WRITING.stream().map(AclBinding::toFilter).toList()).all().get();
          awaitReady(client);
          await()
              .atMost(LIMIT)
              .until(() -> client.get("/metrics").body().contains("collector_spill_records 0.0"));
          post(client, accepted);
          assertThat(events.rest())
              .extracting(r -> new JsonMapper().readTree(r.value()).get("event_id").asText())
              .containsAll(accepted);
        }
      }
    }
  }

  private static void post(TestClient client, Set<String> accepted) throws Exception {
    String id = "e-" + accepted.size();
    assertThat(client.post("/e", "{\"event_id\":\"" + id + "\"}").statusCode()).isEqualTo(200);
    accepted.add(id);
  }

  private static AclBinding rule(
      ResourcePattern on, AclOperation operation, AclPermissionType permission) {
    return new AclBinding(on, new AccessControlEntry("User:*", "*", operation, permission));
  }

  private Collector collector(TestBroker broker) {
    return Configs.started(
        broker.bootstrapServers(),
        Clock.systemUTC(),
        "drain-delay: PT0S",
        "spill: {dir: \"" + directory.resolve("spill") + "\"}");
  }

  private static void awaitReady(TestClient client) {
    await().atMost(LIMIT).until(() -> client.get("/ready").statusCode() == 200);
  }
}
