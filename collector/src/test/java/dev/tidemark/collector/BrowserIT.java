package dev.tidemark.collector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Chromium: pages of other origins than the collector's, which send while they are being
 * left. What the browser blocks, it blocks by the collector's answers.
 */
class BrowserIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private static Path directory;
  private static Path chromium;
  private static TestBroker broker;
  private static PageServer shop;
  private static PageServer stranger;
  private static Collector collector;
  private static TestClient client;

  @BeforeAll
  static void start() throws Exception {
    Optional<Path> found = chromium();
    assumeTrue(
        found.isPresent(), "Chromium is not installed (Debian: apt-get install chromium); not run");
    chromium = found.get();
    broker = new TestBroker(directory.resolve("kafka"));
    broker.start();
    shop = new PageServer();
    stranger = new PageServer();
    collector =
        Configs.started(
            broker.bootstrapServers(),
            Clock.systemUTC(),
            "drain-delay: PT0S",
            "keys: [{key: KEY, source: shop, allowed-origins: [\"" + shop.origin() + "\"]}]",
            "spill: {dir: \"" + directory.resolve("spill") + "\"}");
    client = new TestClient(collector.port());
    await().atMost(LIMIT).until(() -> client.get("/ready").statusCode() == 200);
  }

  private static Optional<Path> chromium() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(d -> Stream.of(Path.of(d, "chromium"), Path.of(d, "chromium-browser")))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @AfterAll
  static void stop() {
    if (collector != null) {
      collector.close();
      shop.close();
      stranger.close();
      broker.close();
    }
  }

  @Test
  void a_page_that_is_left_delivers_and_one_of_a_strange_origin_is_blocked() throws Exception {
    String end = stranger.page("/end", "<!doctype html><title>The end</title>");
    String second = stranger.page("/", leaving("strange", end));
    String first = shop.page("/", leaving("shop", second));
    try (TopicReader events = new TopicReader(broker.bootstrapServers(), "events")) {
      List<JsonNode> records = new ArrayList<>();
      Process browser = open(first);
      try {
        await().atMost(LIMIT).until(() -> !stranger.told().isEmpty());
        // Of the strange page the beacon and the fetch are refused by the key: it is not theirs.
        await().atMost(LIMIT).until(() -> answers(401) >= 2);
        await()
            .atMost(LIMIT)
            .until(
                () -> {
                  read(events, records);
                  return records.size() >= 6;
                });
      } finally {
        close(browser);
      }
      assertThat(JSON.readTree(shop.told().remove()))
          .isEqualTo(JSON.readTree("{\"status\":200,\"accepted\":1}"));
      assertThat(JSON.readTree(stranger.told().remove()).path("blocked").asText())
          .contains("TypeError");
      read(events, records);
      assertThat(records)
          .extracting(r -> r.get("event_id").asText())
          .containsExactlyInAnyOrder(
              // Not the beacon that is a JSON blob: its preflight wants cookies to be allowed.
              "shop-fetch",
              "shop-beacon-1",
              "shop-beacon-2",
              "shop-keepalive",
              "shop-pixel",
              // An image says nothing of the page that it is on.
              "strange-pixel");
      assertThat(records)
          .filteredOn(r -> !r.get("event_id").asText().endsWith("pixel"))
          .extracting(r -> r.get("event").get("title").asText())
          .containsOnly("Zoë 日本");
      assertThat(records)
          .extracting(r -> r.get("user_agent").asText())
          .allSatisfy(agent -> assertThat(agent).contains("Chrome/"));
    }
  }

  private static String leaving(String name, String next) throws IOException {
    try (InputStream page = BrowserIT.class.getResourceAsStream("leaving.html")) {
      return new String(page.readAllBytes(), UTF_8)
          .replace("%COLLECTOR%", "http://127.0.0.1:" + collector.port())
          .replace("%NAME%", name)
          .replace("%NEXT%", next);
    }
  }

  private static void read(TopicReader events, List<JsonNode> records) throws IOException {
    for (ConsumerRecord<byte[], byte[]> record : events.rest()) {
      records.add(JSON.readTree(record.value()));
    }
  }

  private static Process open(String address) throws IOException {
    return new ProcessBuilder(
            chromium.toString(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            // It has no business anywhere but on this machine.
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
            "--user-data-dir=" + directory.resolve("chromium"),
            address)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("chromium.log").toFile())
        .start();
  }

  /** Ends the browser and waits for its processes, which write to its directory until then. */
  private static void close(Process browser) throws Exception {
    List<ProcessHandle> all =
        Stream.concat(browser.descendants(), Stream.of(browser.toHandle())).toList();
    browser.destroy();
    if (!browser.waitFor(10, TimeUnit.SECONDS)) {
      all.forEach(ProcessHandle::destroyForcibly);
    }
    for (ProcessHandle each : all) {
      each.onExit().get(30, TimeUnit.SECONDS);
    }
  }

  /** Requests that were answered so. */
  private static double answers(int status) throws Exception {
    String line = "tidemark_collector_requests_total{status=\"" + status + "\"} ";
    return client
        .get("/metrics")
        .body()
        .lines()
        .filter(l -> l.startsWith(line))
        .mapToDouble(l -> Double.parseDouble(l.substring(line.length())))
        .sum();
  }
}
