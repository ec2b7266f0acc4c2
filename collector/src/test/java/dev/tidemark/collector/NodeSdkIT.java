package dev.tidemark.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The client libraries for Node as their makers ship them, in a Node process, against a collector
 * without a spill and a Kafka. The process ends when nothing is left to be sent.
 */
class NodeSdkIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int EVENTS = 500;
  private static final Path SOURCES = Path.of("src/test/node");
  private static final Path INSTALLED = Path.of("target/node");

  @TempDir private static Path directory;
  private static TestBroker broker;
  private static TestProxy proxy;
  private static Collector collector;
  private static TestClient client;

  private TopicReader events;

  @BeforeAll
  static void start() throws Exception {
    for (String program : List.of("node", "npm")) {
      assumeTrue(
          isOnPath(program),
          () -> program + " is not installed (Debian: apt-get install nodejs npm); not run");
    }
    install();
    broker = new TestBroker(directory.resolve("kafka"));
    proxy = new TestProxy(broker.port());
    broker.advertise(proxy.port());
    broker.start();
    collector =
        Configs.started(
            broker.bootstrapServers(),
            Clock.systemUTC(),
            "drain-delay: PT0S",
            "keys: [{key: WRITE_KEY, source: sdk}]",
            "spill: {max-bytes: 0}");
    client = new TestClient(collector.port());
    await().atMost(Duration.ofSeconds(60)).until(() -> client.get("/ready").statusCode() == 200);
  }

  private static boolean isOnPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(d -> Files.isExecutable(Path.of(d, program)));
  }

  /** Installs exactly what the lock file names, unless it is there from before. */
  private static void install() throws Exception {
    Path lock = SOURCES.resolve("package-lock.json");
    Path done = INSTALLED.resolve("installed");
    if (Files.exists(done) && Files.mismatch(lock, done) < 0) {
      return;
    }
    Files.createDirectories(INSTALLED);
    for (String file : List.of(".npmrc", "package.json", "package-lock.json")) {
      Files.copy(
          SOURCES.resolve(file), INSTALLED.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    Process npm = process("npm.log", "npm", "ci", "--ignore-scripts", "--prefer-offline");
    end(npm, "npm.log", Duration.ofMinutes(5));
    Files.copy(lock, done, StandardCopyOption.REPLACE_EXISTING);
  }

  @AfterAll
  static void stop() throws IOException {
    if (collector != null) {
      proxy.thaw();
      collector.close();
      broker.close();
      proxy.close();
    }
  }

  @BeforeEach
  void readFromHere() {
    events = new TopicReader(broker.bootstrapServers(), "events");
  }

  @AfterEach
  void stopReading() {
    events.close();
  }

  @Test
  void both_libraries_deliver_everything_once() throws Exception {
    double before = answers(503);
    assertDelivered(send());
    Map<String, Set<String>> ids = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : events.rest()) {
      assertThat(ids.computeIfAbsent(number(record), n -> new HashSet<>()).add(id(record)))
          .isTrue();
    }
    assertEachHasOneId(ids);
    assertThat(answers(503)).isEqualTo(before);
  }

  @Test
  void both_libraries_send_again_what_was_answered_503_until_it_was_taken() throws Exception {
    double before = answers(503);
    proxy.freeze();
    Process sending = beginToSend();
    try {
      await().atMost(Duration.ofSeconds(60)).until(() -> answers(503) >= before + 2);
      proxy.thaw();
      assertDelivered(ended(sending));
    } finally {
      sending.destroyForcibly();
    }
    // Of what was answered 503 some was in Kafka all the same; a copy has the id of the first.
    Map<String, Set<String>> ids = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : events.rest()) {
      ids.computeIfAbsent(number(record), n -> new HashSet<>()).add(id(record));
    }
    assertEachHasOneId(ids);
  }

  private static void assertDelivered(JsonNode told) {
    for (String library : List.of("segment", "rudder")) {
      assertThat(told.get(library).get("problems")).as(told.toString()).isEmpty();
      assertThat(told.get(library).get("delivered").asInt()).isEqualTo(EVENTS);
    }
  }

  private static void assertEachHasOneId(Map<String, Set<String>> ids) {
    assertThat(ids.keySet())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, EVENTS)
                .boxed()
                .flatMap(n -> Stream.of("segment " + n, "rudder " + n))
                .toList());
    assertThat(ids.values()).allSatisfy(each -> assertThat(each).hasSize(1));
  }

  private static String number(ConsumerRecord<byte[], byte[]> record) throws IOException {
    JsonNode properties = JSON.readTree(record.value()).get("event").get("properties");
    return properties.get("library").asText() + " " + properties.get("n").asInt();
  }

  private static String id(ConsumerRecord<byte[], byte[]> record) throws IOException {
    JsonNode envelope = JSON.readTree(record.value());
    assertThat(envelope.get("source").asText()).isEqualTo("sdk");
    assertThat(envelope.get("event").get("messageId")).isEqualTo(envelope.get("event_id"));
    return envelope.get("event_id").asText();
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

  private static JsonNode send() throws Exception {
    Process sending = beginToSend();
    try {
      return ended(sending);
    } finally {
      sending.destroyForcibly();
    }
  }

  private static Process beginToSend() throws IOException {
    // Beside what was installed, where Node looks for it.
    Files.copy(
        SOURCES.resolve("send.mjs"),
        INSTALLED.resolve("send.mjs"),
        StandardCopyOption.REPLACE_EXISTING);
    return process(
        "send.log", "node", "send.mjs", "http://127.0.0.1:" + collector.port(), EVENTS + "");
  }

  private static JsonNode ended(Process sending) throws Exception {
    // Node may have warned of something before.
    List<String> lines = end(sending, "send.log", Duration.ofMinutes(3)).lines().toList();
    return JSON.readTree(lines.get(lines.size() - 1));
  }

  private static Process process(String output, String... command) throws IOException {
    return new ProcessBuilder(command)
        .directory(INSTALLED.toFile())
        .redirectErrorStream(true)
        .redirectOutput(INSTALLED.resolve(output).toFile())
        .start();
  }

  /** Waits for a process to end well; returns what it wrote. */
  private static String end(Process process, String output, Duration limit) throws Exception {
    boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
    process.destroyForcibly();
    String written = Files.readString(INSTALLED.resolve(output));
    assertThat(ended).as("ended in time: " + written).isTrue();
    assertThat(process.exitValue()).as(written).isZero();
    return written;
  }
}
