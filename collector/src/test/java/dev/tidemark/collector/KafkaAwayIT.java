package dev.tidemark.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What clients are told without a spill while Kafka is frozen, stopped or not there yet, and while
 * we stop.
 */
class KafkaAwayIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String NO_SPILL = "spill: {max-bytes: 0}";

  @TempDir private static Path directory;
  private static TestBroker broker;
  private static TestProxy proxy;

  private Collector collector;
  private TestClient client;
  private TopicReader events;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = new TestBroker(directory);
    proxy = new TestProxy(broker.port());
    broker.advertise(proxy.port());
    broker.start();
  }

  @AfterAll
  static void stopBroker() throws IOException {
    broker.close();
    proxy.close();
  }

  @BeforeEach
  void startCollector() {
    collector =
        Configs.started(
            broker.bootstrapServers(), Clock.systemUTC(), "drain-delay: PT1S", NO_SPILL);
    client = new TestClient(collector.port());
    awaitReady();
    events = new TopicReader(broker.bootstrapServers(), "events");
  }

  @AfterEach
  void stopCollector() {
    proxy.thaw();
    events.close();
    collector.close();
  }

  @Test
  void the_answer_waits_for_the_acknowledgement() throws Exception {
    assertThat(client.post("/e", event("before")).statusCode()).isEqualTo(200);
    proxy.freeze();
    var post = client.postLater("/v1/events", event("frozen"));
    var pixel = client.http().sendAsync(pixelRequest(), HttpResponse.BodyHandlers.ofString());
    await()
        .during(Duration.ofMillis(1_200))
        .atMost(Duration.ofSeconds(2))
        .until(() -> !post.isDone() && !pixel.isDone());
    proxy.thaw();
    assertThat(post.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(pixel.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    assertThat(ids()).containsExactlyInAnyOrder("before", "frozen", "pixel");
  }

  @Test
  void three_hundred_requests_to_a_frozen_kafka_are_503_in_time_and_health_answers()
      throws Exception {
    proxy.freeze();
    List<CompletableFuture<HttpResponse<String>>> posts = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      posts.add(client.postLater("/e", event("f-" + i)));
    }
    assertHealthAnswersUntil(CompletableFuture.allOf(posts.toArray(CompletableFuture[]::new)));
    for (var post : posts) {
      assertUnavailable(post.get());
    }
    proxy.thaw();
    awaitAccepted("after-frost");
    assertThat(ids()).doesNotHaveDuplicates().contains("after-frost");
  }

  @Test
  void a_buffer_without_room_keeps_nobody_waiting_but_those_who_need_it() throws Exception {
    proxy.freeze();
    String large = "{\"a\":\"" + "x".repeat(60_000) + "\"}";
    List<CompletableFuture<HttpResponse<String>>> posts = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      posts.add(client.postLater("/e", large));
    }
    CompletableFuture<Void> all = CompletableFuture.allOf(posts.toArray(CompletableFuture[]::new));
    long slowest = 0;
    while (!all.isDone()) {
      long begun = System.nanoTime();
      assertThat(client.get("/health").statusCode()).isEqualTo(200);
      slowest = Math.max(slowest, System.nanoTime() - begun);
    }
    for (var post : posts) {
      assertUnavailable(post.get());
    }
    // A thread that serves and waits for room, 200 ms each time, would make it many seconds.
    assertThat(Duration.ofNanos(slowest)).isLessThan(Duration.ofSeconds(2));
    proxy.thaw();
    awaitAccepted("after-full");
  }

  @Test
  void a_stopped_kafka_is_503_in_time_and_a_restarted_one_takes_events_again() throws Exception {
    assertThat(client.post("/e", event("kept")).statusCode()).isEqualTo(200);
    events.close();
    broker.stop();
    assertUnavailable(client.post("/e", event("one")));
    List<CompletableFuture<HttpResponse<String>>> posts = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      posts.add(client.postLater("/v1/events", event("s-" + i)));
    }
    assertHealthAnswersUntil(CompletableFuture.allOf(posts.toArray(CompletableFuture[]::new)));
    for (var post : posts) {
      assertUnavailable(post.get());
    }
    broker.start();
    awaitAccepted("after-restart");
    events = new TopicReader(broker.bootstrapServers(), "events");
    assertThat(client.post("/e", event("again")).statusCode()).isEqualTo(200);
    assertThat(ids()).containsExactly("again");
  }

  @Test
  void without_kafka_it_starts_and_is_not_ready_until_kafka_is_there() throws Exception {
    broker.stop();
    try (Collector early =
        Configs.started(
            broker.bootstrapServers(), Clock.systemUTC(), "drain-delay: PT0S", NO_SPILL)) {
      TestClient at = new TestClient(early.port());
      assertThat(at.get("/health").statusCode()).isEqualTo(200);
      assertUnavailable(at.get("/ready"));
      List<CompletableFuture<HttpResponse<String>>> posts = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        posts.add(at.postLater("/e", event("e-" + i)));
      }
      assertThat(at.get("/health").statusCode()).isEqualTo(200);
      for (var post : posts) {
        assertUnavailable(post.get(30, TimeUnit.SECONDS));
      }
      assertUnavailable(at.post("/v1/events", "[" + event("a") + "," + event("b") + "]"));
      broker.start();
      await().atMost(Duration.ofSeconds(30)).until(() -> at.get("/ready").statusCode() == 200);
      assertThat(at.post("/e", event("late")).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void closing_serves_on_for_the_delay_and_loses_nothing_it_accepted() throws Exception {
    Set<String> accepted = new ConcurrentSkipListSet<>();
    AtomicBoolean drained = new AtomicBoolean();
    CompletableFuture<Void> sending =
        CompletableFuture.runAsync(() -> sendUntilRefused(client, accepted));
    await().until(() -> accepted.size() > 50);
    CompletableFuture<Void> closing =
        CompletableFuture.runAsync(collector::close).thenRun(() -> drained.set(true));
    await().until(() -> client.get("/ready").statusCode() == 503);
    int atDrain = accepted.size();
    assertThat(client.get("/health").statusCode()).isEqualTo(200);
    await().until(() -> accepted.size() > atDrain + 20);
    closing.get(10, TimeUnit.SECONDS);
    sending.get(10, TimeUnit.SECONDS);
    assertThat(drained).isTrue();
    assertThat(ids()).containsAll(accepted);
  }

  @Test
  void the_command_drains_on_sigterm() throws Exception {
    int port = TestPorts.free();
    Path config = Files.createTempFile(directory, "collector", ".yaml");
    Files.writeString(
        config,
        "kafka: {bootstrap.servers: \"%s\"}\ncollector: {port: %d, drain-delay: PT1S, spill: {max-bytes: 0}}\n"
            .formatted(broker.bootstrapServers(), port));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Xmx256m",
                CollectorProcess.class.getName(),
                config.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("process.log").toFile())
            .start();
    try {
      TestClient at = new TestClient(port);
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreException(ConnectException.class)
          .until(() -> at.get("/ready").statusCode() == 200);
      Set<String> accepted = new ConcurrentSkipListSet<>();
      CompletableFuture<Void> sending =
          CompletableFuture.runAsync(() -> sendUntilRefused(at, accepted));
      await().until(() -> accepted.size() > 20);
      process.destroy();
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(128 + 15);
      sending.get(10, TimeUnit.SECONDS);
      assertThat(ids()).containsAll(accepted);
      assertThat(Files.readString(directory.resolve("process.log"))).contains("Stopped");
    } finally {
      process.destroyForcibly();
    }
  }

  private static void sendUntilRefused(TestClient at, Set<String> accepted) {
    try {
      for (int i = 0; true; i++) {
        if (at.post("/e", event("d-" + i)).statusCode() != 200) {
          return;
        }
        accepted.add("d-" + i);
      }
    } catch (IOException e) {
      // The server is gone, as it should be by now; this request was not accepted.
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertHealthAnswersUntil(CompletableFuture<Void> done) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              assertThat(client.get("/health").statusCode()).isEqualTo(200);
              asked.incrementAndGet();
              return done.isDone();
            });
    assertThat(asked).hasValueGreaterThan(1);
    done.get();
  }

  private static void assertUnavailable(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(Integer.parseInt(answer.headers().firstValue("Retry-After").orElseThrow()))
        .isBetween(5, 30);
    assertThat(answer.body()).startsWith("{\"success\":false");
  }

  private void awaitReady() {
    await().atMost(Duration.ofSeconds(30)).until(() -> client.get("/ready").statusCode() == 200);
  }

  private void awaitAccepted(String id) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> client.post("/e", event(id)).statusCode() == 200);
  }

  private HttpRequest pixelRequest() {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + client.port() + "/pixel?event_id=pixel"))
        .build();
  }

  private List<String> ids() throws IOException {
    List<String> ids = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : events.rest()) {
      ids.add(JSON.readTree(record.value()).get("event_id").asText());
    }
    return ids;
  }

  private static String event(String id) {
    return "{\"event_id\":\"" + id + "\"}";
  }
}
