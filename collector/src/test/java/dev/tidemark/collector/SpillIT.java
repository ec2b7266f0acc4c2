package dev.tidemark.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What was answered 200 while Kafka was away is in Kafka when it is back, whatever came between.
 */
class SpillIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration LIMIT = Duration.ofSeconds(40);

  @TempDir private static Path directory;
  private static TestBroker broker;
  private static TestProxy proxy;

  @TempDir private Path spill;
  private TopicReader events;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = new TestBroker(directory);
    proxy = new TestProxy(broker.port());
    broker.advertise(proxy.port());
    broker.start();
    try (Collector first = collector("spill: {max-bytes: 0}")) {
      awaitReady(new TestClient(first.port()));
    }
  }

  @AfterAll
  static void stopBroker() throws IOException {
    broker.close();
    proxy.close();
  }

  @BeforeEach
  void readFromHere() {
    events = new TopicReader(broker.bootstrapServers(), "events");
  }

  @AfterEach
  void thaw() {
    proxy.thaw();
    events.close();
  }

  @Test
  void events_of_an_outage_are_kept_in_their_order_with_the_time_they_came() throws Exception {
    try (Collector collector = collector(spilling())) {
      TestClient client = new TestClient(collector.port());
      awaitReady(client);
      assertAccepted(client.post("/e", event("before")));
      proxy.freeze();
      Instant begun = Instant.now();
      for (int i = 0; i < 100; i++) {
        assertAccepted(
            client.post("/v1/events", "[" + event("a-" + i) + "," + event("b-" + i) + "]"));
      }
      Instant ended = Instant.now();
      assertThat(client.get("/ready").statusCode()).isEqualTo(200);
      assertThat(metric(client, "spill_records")).isGreaterThanOrEqualTo(190);
      assertThat(metric(client, "spill_oldest_age_seconds")).isPositive();
      proxy.thaw();
      await().atMost(LIMIT).until(() -> metric(client, "spill_records") == 0);
      assertAccepted(client.post("/e", event("after")));

      Map<String, Long> times = firstTimes(events.rest());
      List<String> expected =
          IntStream.range(0, 100)
              .boxed()
              .flatMap(i -> List.of("a-" + i, "b-" + i).stream())
              .toList();
      assertThat(times.keySet()).contains("before", "after");
      assertThat(times.keySet().stream().filter(id -> id.contains("-")).toList())
          .containsExactlyElementsOf(expected);
      expected.forEach(
          id ->
              assertThat(Instant.ofEpochMilli(times.get(id)))
                  .isBetween(begun.minusMillis(1), ended));
    }
  }

  @Test
  void what_was_accepted_outlives_a_kill_of_the_collector_and_of_kafka() throws Exception {
    int port = TestPorts.free();
    Path config = Files.createTempFile(directory, "collector", ".yaml");
    Files.writeString(
        config,
        "kafka: {bootstrap.servers: \"%s\"}\ncollector: {port: %d, drain-delay: PT0S, %s}\n"
            .formatted(broker.bootstrapServers(), port, spilling()));
    TestClient client = new TestClient(port);
    Set<String> accepted = new ConcurrentSkipListSet<>();
    Process collector = process(config);
    try {
      awaitReady(client);
      AtomicBoolean over = new AtomicBoolean();
      List<CompletableFuture<Void>> senders =
          IntStream.range(0, 8)
              .mapToObj(n -> CompletableFuture.runAsync(() -> send(client, n, accepted, over)))
              .toList();
      await().until(() -> accepted.size() > 200);
      events.close();
      broker.stop();
      int atStop = accepted.size();
      await().atMost(LIMIT).until(() -> accepted.size() > atStop + 1_000);
      collector.destroyForcibly().waitFor();
      over.set(true);
      CompletableFuture.allOf(senders.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);

      collector = process(config);
      awaitHealthy(client);
      assertAccepted(client.post("/e", event("restarted")));
      collector.destroyForcibly().waitFor();
      collector = process(config);
      awaitHealthy(client);
      broker.start();
      await().atMost(LIMIT).until(() -> metric(client, "spill_records") == 0);
      assertThat(metric(client, "spill_replayed_records_total")).isGreaterThan(1_000);
      events = TopicReader.fromBeginning(broker.bootstrapServers(), "events");
      assertThat(firstTimes(events.rest()).keySet()).containsAll(accepted).contains("restarted");
    } finally {
      collector.destroyForcibly();
    }
  }

  @Test
  void a_full_spill_is_503_and_not_ready_until_kafka_has_taken_it() throws Exception {
    try (Collector collector =
        collector(
            "spill: {dir: \"" + spill + "\", max-bytes: 256 KiB}",
            "max-body: 64 KiB",
            "max-event: 64 KiB")) {
      TestClient client = new TestClient(collector.port());
      awaitReady(client);
      proxy.freeze();
      String padding = "x".repeat(40_000);
      List<String> accepted = new ArrayList<>();
      HttpResponse<String> answer = client.post("/e", large("l-0", padding));
      while (answer.statusCode() == 200) {
        accepted.add("l-" + accepted.size());
        answer = client.post("/e", large("l-" + accepted.size(), padding));
      }
      assertThat(accepted).hasSize(6);
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      assertThat(answer.body()).contains("spill is full");
      assertThat(client.get("/ready").statusCode()).isEqualTo(503);
      assertThat(metric(client, "spill_refused_records_total")).isEqualTo(1);
      proxy.thaw();
      await().atMost(LIMIT).until(() -> client.get("/ready").statusCode() == 200);
      await().atMost(LIMIT).until(() -> metric(client, "spill_records") == 0);
      assertThat(firstTimes(events.rest()).keySet()).containsExactlyElementsOf(accepted);
    }
  }

  @Test
  void a_record_that_kafka_refuses_does_not_keep_the_others() throws Exception {
    broker.limitMessages("events", "2000");
    try {
      try (Collector collector = collector(spilling())) {
        TestClient client = new TestClient(collector.port());
        awaitReady(client);
        assertAccepted(client.post("/e", large("refused", random(40_000))));
        await().atMost(LIMIT).until(() -> metric(client, "spill_aside") == 1);
        proxy.freeze();
        assertAccepted(client.post("/e", event("behind")));
        proxy.thaw();
        await().atMost(LIMIT).until(() -> metric(client, "spill_records") == 0);
      }
      assertThat(firstTimes(events.rest()).keySet()).containsExactly("behind");
      broker.limitMessages("events", "1000000");
      try (Collector again = collector(spilling())) {
        TestClient client = new TestClient(again.port());
        await().atMost(LIMIT).until(() -> metric(client, "spill_replayed_records_total") == 1);
      }
      assertThat(firstTimes(events.rest()).keySet()).containsExactly("refused");
    } finally {
      broker.limitMessages("events", "1000000");
    }
  }

  @Test
  void two_collectors_cannot_share_a_spill() {
    try (Collector collector = collector(spilling())) {
      assertThat(collector.port()).isPositive();
      assertThatThrownBy(() -> collector(spilling()))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining(spill.toString());
    }
  }

  private String spilling() {
    return "spill: {dir: \"" + spill + "\"}";
  }

  private static Collector collector(String... settings) {
    String[] all = Arrays.copyOf(settings, settings.length + 1);
    all[settings.length] = "drain-delay: PT0S";
    return Configs.started(broker.bootstrapServers(), Clock.systemUTC(), all);
  }

  private static Process process(Path config) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "-Xmx256m",
            CollectorProcess.class.getName(),
            config.toString())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("process.log").toFile()))
        .start();
  }

  private static void send(TestClient client, int n, Set<String> accepted, AtomicBoolean over) {
    for (int i = 0; !over.get(); i++) {
      String id = n + "." + i;
      try {
        if (client.post("/e", event(id)).statusCode() == 200) {
          accepted.add(id);
        }
      } catch (IOException e) {
        // The collector was killed before it answered.
        return;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static double metric(TestClient client, String name) throws Exception {
    String line = "tidemark_collector_" + name + " ";
    return client
        .get("/metrics")
        .body()
        .lines()
        .filter(l -> l.startsWith(line))
        .mapToDouble(l -> Double.parseDouble(l.substring(line.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no metric " + line));
  }

  /** The ids in the order of their first record, each with that record's time. */
  private static Map<String, Long> firstTimes(List<ConsumerRecord<byte[], byte[]>> records)
      throws IOException {
    Map<String, Long> times = new LinkedHashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      JsonNode envelope = JSON.readTree(record.value());
      String id = envelope.get("event_id").asText();
      Long other = times.putIfAbsent(id, record.timestamp());
      assertThat(other).isIn(null, record.timestamp());
      assertThat(Instant.parse(envelope.get("received_at").asText()))
          .isEqualTo(Instant.ofEpochMilli(record.timestamp()));
    }
    return times;
  }

  private static void assertAccepted(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private static void awaitReady(TestClient client) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreException(ConnectException.class)
        .until(() -> client.get("/ready").statusCode() == 200);
  }

  private static void awaitHealthy(TestClient client) {
    await()
        .atMost(Duration.ofSeconds(60))
        .ignoreException(ConnectException.class)
        .until(() -> client.get("/health").statusCode() == 200);
  }

  private static String event(String id) {
    return "{\"event_id\":\"" + id + "\"}";
  }

  private static String large(String id, String padding) {
    return "{\"event_id\":\"" + id + "\",\"x\":\"" + padding + "\"}";
  }

  private static String random(int length) {
    return new Random(1)
        .ints(length, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
