package dev.tidemark.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Without a spill, an event that the collector takes and Kafka does not, for its size, is a
 * rejected event: to send it again would not help.
 */
class TooLargeIT {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir private Path directory;
  private TestBroker broker;
  private Collector collector;
  private TestClient client;

  @BeforeEach
  void start() throws Exception {
    broker = new TestBroker(directory);
    broker.start();
  }

  private void startCollector(int mostOfEvents, int mostOfRejected) throws Exception {
    broker.createTopic("events", mostOfEvents);
    broker.createTopic("events-rejected", mostOfRejected);
    collector =
        Configs.started(
            broker.bootstrapServers(),
            Clock.systemUTC(),
            "drain-delay: PT0S",
            "spill: {max-bytes: 0}");
    client = new TestClient(collector.port());
    await().atMost(Duration.ofSeconds(60)).until(() -> client.get("/ready").statusCode() == 200);
  }

  @AfterEach
  void stop() {
    if (collector != null) {
      collector.close();
    }
    broker.close();
  }

  @Test
  void it_is_rejected_and_harms_no_other() throws Exception {
    startCollector(150_000, 1_000_000);
    assertToldOfTheLargeOne(send());
    assertThat(read("events"))
        .extracting(e -> e.get("event_id").asText())
        .containsExactly("small-1", "small-2");
    List<JsonNode> rejected = read("events-rejected");
    assertThat(rejected)
        .extracting(e -> e.get("code").asText())
        .containsExactly("empty", "too_large");
    JsonNode large = rejected.get(1);
    assertThat(large.get("event_id").asText()).isEqualTo("large");
    assertThat(large.get("reason").asText()).contains("Kafka does not take a record of 200");
    assertThat(large.get("batch").toString()).isEqualTo("{\"sentAt\":1}");
    assertThat(large.get("event").get("x").asText()).isEqualTo(random(200_000));
  }

  @Test
  void it_is_kept_in_its_beginning_where_rejected_events_may_not_be_so_large_either()
      throws Exception {
    startCollector(150_000, 80_000);
    String larger = random(200_000);
    HttpResponse<String> answer =
        client.post("/e", "{\"event_id\":\"large\",\"x\":\"" + larger + "\"}");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode large = read("events-rejected").get(0);
    assertThat(large.get("code").asText()).isEqualTo("too_large");
    assertThat(large.get("event_bytes").asInt()).isGreaterThan(200_000);
    assertThat(large.get("event_start").asText()).startsWith("{\"event_id\":\"large\",\"x\":\"");
  }

  @Test
  void the_answer_alone_says_so_where_not_even_its_beginning_is_taken() throws Exception {
    startCollector(150_000, 2_000);
    assertToldOfTheLargeOne(send());
    assertThat(read("events"))
        .extracting(e -> e.get("event_id").asText())
        .containsExactly("small-1", "small-2");
  }

  private HttpResponse<String> send() throws Exception {
    return client.post(
        "/v1/batch",
        "{\"sentAt\":1,\"batch\":[{\"event_id\":\"small-1\"},{\"event_id\":\"large\",\"x\":\""
            + random(200_000)
            + "\"},{},{\"event_id\":\"small-2\"}]}",
        "User-Agent",
        "test");
  }

  private static void assertToldOfTheLargeOne(HttpResponse<String> answer) throws IOException {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    JsonNode told = JSON.readTree(answer.body());
    assertThat(told.get("accepted").asInt()).isEqualTo(2);
    assertThat(told.get("rejected").findValuesAsText("index")).containsExactly("1", "2");
    JsonNode large = told.get("rejected").get(0);
    assertThat(large.get("event_id").asText()).isEqualTo("large");
    assertThat(large.get("reason").asText()).contains("Kafka does not take");
  }

  /** The envelopes in a topic. */
  private List<JsonNode> read(String topic) throws IOException {
    List<JsonNode> envelopes = new ArrayList<>();
    try (TopicReader reader = TopicReader.fromBeginning(broker.bootstrapServers(), topic)) {
      for (ConsumerRecord<byte[], byte[]> record : reader.rest()) {
        envelopes.add(JSON.readTree(record.value()));
      }
    }
    return envelopes;
  }

  /** Text that compression makes little smaller. */
  private static String random(int length) {
    return new Random(1)
        .ints(length, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
