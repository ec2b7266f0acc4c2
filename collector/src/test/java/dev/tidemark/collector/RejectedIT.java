package dev.tidemark.collector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.collector.cli.RejectedCommand;
import dev.tidemark.collector.cli.RejectedReplayCommand;
import dev.tidemark.collector.cli.RejectedShowCommand;
import dev.tidemark.landing.config.ConfigFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Rejected events are counted, shown, and sent again once they would be accepted. */
class RejectedIT {
  private static final Instant NOON = Instant.parse("2026-08-22T12:00:00.123Z");

  @Test
  void what_was_too_large_is_sent_again_once_the_limit_was_raised(@TempDir Path directory)
      throws Exception {
    try (TestBroker broker = new TestBroker(directory)) {
      broker.start();
      reject(broker);
      String table = run(broker, 1024);
      assertThat(table.lines().toList()).hasSize(9);
      assertThat(table)
          .containsPattern("empty +open +1 +2026-08-22T12:00Z")
          .containsPattern("not_an_object +open +1 ")
          .containsPattern("too_large +open +2 ")
          .containsPattern("unreadable +1 .*\\R.*not written by a collector");
      assertThat(run(broker, 1024, "--code", "empty").lines().toList()).hasSize(3);
      assertThat(run(broker, 1024, "--source", "other")).startsWith("No rejected events");
      assertThat(run(broker, 1024, "show", "-n", "1", "--code", "not_an_object").trim())
          .endsWith("\"code\":\"not_an_object\",\"reason\":\"not a JSON object\",\"event\":5}");

      try (TopicReader events = new TopicReader(broker.bootstrapServers(), "events")) {
        assertThat(run(broker, 1024, "replay")).startsWith("0 events would be sent, 5 would");
        assertThat(run(broker, 5_000, "replay", "--code", "too_large"))
            .startsWith("1 event would be sent, 1 would");
        assertThat(events.rest()).isEmpty();
        assertThat(run(broker, 5_000, "replay", "--yes"))
            .startsWith("1 event was sent to events; 4 would be rejected again.");
        List<ConsumerRecord<byte[], byte[]>> sent = events.rest();
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).timestamp()).isEqualTo(NOON.toEpochMilli());
        assertThat(sent.get(0).value())
            .asString(UTF_8)
            .isEqualTo(
                "{\"event_id\":\"larger\",\"received_at\":\"2026-08-22T12:00:00.123Z\","
                    + "\"source\":\"open\",\"ip\":\"127.0.0.1\",\"user_agent\":\"test\","
                    + "\"event\":"
                    + large("larger", 2_000)
                    + "}");
      }
    }
  }

  private static void reject(TestBroker broker) throws Exception {
    try (Collector collector =
        Configs.started(
            broker.bootstrapServers(),
            Clock.fixed(NOON, ZoneOffset.UTC),
            "drain-delay: PT0S",
            "spill: {max-bytes: 0}",
            "max-event: 1 KiB")) {
      TestClient client = new TestClient(collector.port());
      await().atMost(Duration.ofSeconds(30)).until(() -> client.get("/ready").statusCode() == 200);
      String body = "[" + large("larger", 2_000) + ",5,{}," + large("largest", 950_000) + "]";
      assertThat(client.post("/v1/events", body, "User-Agent", "test").statusCode()).isEqualTo(200);
    }
    try (KafkaProducer<byte[], byte[]> other =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      other.send(new ProducerRecord<>("events-rejected", "junk".getBytes(UTF_8))).get();
    }
  }

  private static String run(TestBroker broker, int maxEvent, String... arguments) {
    ConfigFile config =
        ConfigFile.parse(
            "kafka: {bootstrap.servers: \"%s\"}\ncollector: {max-event: %d}\n"
                .formatted(broker.bootstrapServers(), maxEvent),
            "test",
            Map.of(),
            List.of());
    StringWriter out = new StringWriter();
    CommandLine command = new CommandLine(new RejectedCommand(() -> config));
    command.addSubcommand(new RejectedShowCommand(() -> config));
    command.addSubcommand(new RejectedReplayCommand(() -> config));
    command.setOut(new PrintWriter(out));
    assertThat(command.execute(arguments)).isZero();
    return out.toString();
  }

  private static String large(String id, int size) {
    return "{\"event_id\":\"" + id + "\",\"x\":\"" + "y".repeat(size) + "\"}";
  }
}
