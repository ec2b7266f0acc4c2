package dev.tidemark.collector;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of real client libraries, recorded and sent again byte for byte. */
class RequestsIT {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Path RECORDED = Path.of("..", "..", "shared", "data", "requests");
  private static final Pattern NEXT = Pattern.compile("(?m)^===== request .*$");
  private static final Pattern BODY = Pattern.compile("(?m)^\\[body.*\\]$");

  @TempDir private static Path directory;
  private static TestBroker broker;
  private static Collector collector;
  private static TestClient client;

  /** A request of a client library, and what of it shall be in Kafka. */
  private static final class Recorded {
    private final String name;
    private final String head;
    private final byte[] body;

    Recorded(String name, String head, byte[] body) {
      this.name = name;
      this.head = head;
      this.body = body;
    }

    String method() {
      return head.substring(0, head.indexOf(' '));
    }

    String target() {
      return head.split(" ", 3)[1];
    }

    byte[] bytes() throws IOException {
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.write(head.getBytes(ISO_8859_1));
      all.write(body);
      return all.toByteArray();
    }
  }

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Files.isDirectory(RECORDED), () -> "no recorded requests in " + RECORDED);
    broker = new TestBroker(directory.resolve("kafka"));
    broker.start();
    collector =
        Configs.started(
            broker.bootstrapServers(),
            Clock.systemUTC(),
            "drain-delay: PT0S",
            "spill: {max-bytes: 0}",
            "allowed-origins: [\"*\"]",
            "keys: [{key: WRITE_KEY, source: sdk}]");
    client = new TestClient(collector.port());
    await().atMost(Duration.ofSeconds(30)).until(() -> client.get("/ready").statusCode() == 200);
  }

  @AfterAll
  static void stop() {
    if (collector != null) {
      collector.close();
      broker.close();
    }
  }

  @Test
  void first_requests_byte_for_byte() throws Exception {
    List<Path> files = recorded(".raw");
    assertThat(files).hasSizeGreaterThan(8);
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      int split = new String(bytes, ISO_8859_1).indexOf("\r\n\r\n") + 4;
      byte[] body = new byte[bytes.length - split];
      System.arraycopy(bytes, split, body, 0, body.length);
      check(
          new Recorded(
              file.getFileName().toString(), new String(bytes, 0, split, ISO_8859_1), body));
    }
  }

  @Test
  void whole_conversations_request_by_request() throws Exception {
    int requests = 0;
    for (Path file : recorded(".txt")) {
      for (Recorded request : requestsIn(file)) {
        check(request);
        requests++;
      }
    }
    assertThat(requests).isGreaterThan(30);
  }

  private static void check(Recorded request) throws Exception {
    try (TopicReader events = new TopicReader(broker.bootstrapServers(), "events")) {
      String answer = send(request.bytes());
      String what = request.name + " " + request.method() + " " + request.target();
      if (request.method().equals("OPTIONS")) {
        assertThat(answer).as(what).startsWith("HTTP/1.1 204 ");
        assertThat(answer).as(what).contains("Access-Control-Allow-Origin: http://127.0.0.1");
        assertThat(events.rest()).isEmpty();
      } else if (request.target().startsWith("/pixel")) {
        assertThat(answer).as(what).startsWith("HTTP/1.1 200 ").contains("GIF89a");
        assertThat(events.rest()).as(what).hasSize(1);
      } else if (request.target().startsWith("/result")) {
        assertThat(answer).as(what).startsWith("HTTP/1.1 404 ");
      } else if (request.target().contains("kind=formdata")) {
        assertThat(answer).as(what).startsWith("HTTP/1.1 400 ");
      } else {
        List<JsonNode> expected = eventsIn(request.body);
        assertThat(answer)
            .as(what)
            .startsWith("HTTP/1.1 200 ")
            .contains("\"success\":true,\"accepted\":" + expected.size());
        assertThat(expected).as(what).isNotEmpty();
        assertThat(kept(events)).as(what).isEqualTo(expected);
      }
    }
  }

  private static List<JsonNode> kept(TopicReader events) throws IOException {
    List<JsonNode> kept = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : events.rest()) {
      JsonNode envelope = JSON.readTree(record.value());
      assertThat(envelope.get("source").asText()).isEqualTo("sdk");
      assertThat(envelope.get("event_id")).isEqualTo(envelope.get("event").get("messageId"));
      kept.add(envelope.get("event"));
    }
    return kept;
  }

  /** What Jackson finds in the body, read in ways of its own. */
  private static List<JsonNode> eventsIn(byte[] body) throws IOException {
    String text = new String(body, ISO_8859_1);
    byte[] json = body;
    if (text.contains("\u001f\u008b")) {
      int start = text.indexOf("\u001f\u008b");
      json =
          new GZIPInputStream(new ByteArrayInputStream(body, start, body.length - start))
              .readAllBytes();
    } else if (text.startsWith("data=")) {
      json = URLDecoder.decode(text.substring(5), UTF_8).getBytes(UTF_8);
    }
    JsonNode root = JSON.readTree(json);
    List<JsonNode> events = new ArrayList<>();
    if (root.has("batch")) {
      root.get("batch").forEach(events::add);
    } else {
      events.add(root);
    }
    return events;
  }

  private static String send(byte[] request) throws IOException {
    try (Socket socket = client.connect()) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static List<Recorded> requestsIn(Path file) throws IOException {
    String text = Files.readString(file);
    List<Recorded> requests = new ArrayList<>();
    Matcher next = NEXT.matcher(text);
    int from = next.find() ? next.end() + 1 : text.length();
    while (from < text.length()) {
      int to = next.find() ? next.start() : text.length();
      requests.add(request(file.getFileName().toString(), text.substring(from, to)));
      from = to == text.length() ? to : next.end() + 1;
    }
    return requests;
  }

  private static Recorded request(String name, String text) {
    Matcher marker = BODY.matcher(text);
    assertThat(marker.find()).as(name).isTrue();
    String head =
        text.substring(0, marker.start())
            .replace("\\r\\n\n", "\r\n")
            .replace(":PORT", ":8080")
            .replace(":PAGE", ":8081");
    String rest = text.substring(marker.end() + 1);
    byte[] body;
    if (marker.group().contains("base64")) {
      body = Base64.getDecoder().decode(rest.substring(0, rest.indexOf("\n")));
    } else {
      body = rest.stripTrailing().getBytes(UTF_8);
    }
    // Ports were replaced in the texts, and chunks put together.
    String sized =
        head.replaceFirst("(?i)Transfer-Encoding: chunked\r\n", "Content-Length: 0\r\n")
            .replaceFirst("(?i)Content-Length: \\d+", "Content-Length: " + body.length);
    return new Recorded(name, sized, body);
  }

  private static List<Path> recorded(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(RECORDED)) {
      return files.filter(f -> f.toString().endsWith(suffix)).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
