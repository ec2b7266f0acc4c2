package dev.tidemark.collector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written down of requests: who, when, what, how it ended; never what they hold. */
class AccessLogIT {
  private static final String ACCESS = "tidemark.access";

  /** Stands in every place of a request that may hold a key or an event. */
  private static final String SECRET = "s3cret";

  private static final String LINE =
      "127\\.0\\.0\\.1 \\[?\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|\\+0000)\\]?"
          + " %s %s %d \\d+ \\d+ \\d+";

  /** Keeps every message of the process, whoever writes it. */
  private static final class Messages extends AbstractAppender {
    private final Queue<String> all = new ConcurrentLinkedQueue<>();
    private final Queue<String> access = new ConcurrentLinkedQueue<>();

    Messages() {
      super("messages", null, null, true, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      String message = event.getMessage().getFormattedMessage();
      all.add(message + " " + event.getThrown());
      if (event.getLoggerName().equals(ACCESS)) {
        access.add(message);
      }
    }
  }

  @TempDir private Path directory;
  private final Messages messages = new Messages();

  @BeforeEach
  void listen() {
    messages.start();
    Configurator.setLevel(ACCESS, Level.INFO);
    ((Logger) LogManager.getRootLogger()).addAppender(messages);
  }

  @AfterEach
  void stopListening() {
    ((Logger) LogManager.getRootLogger()).removeAppender(messages);
    Configurator.setLevel(ACCESS, Level.ERROR);
    messages.stop();
  }

  @Test
  void a_line_has_neither_query_nor_headers_nor_body() throws Exception {
    try (TestBroker broker = new TestBroker(directory)) {
      broker.start();
      try (Collector collector =
          Configs.started(
              broker.bootstrapServers(),
              Clock.systemUTC(),
              "drain-delay: PT0S",
              "access-log: true",
              "keys: [{key: " + SECRET + ", source: web}]",
              "spill: {max-bytes: 0}")) {
        TestClient client = new TestClient(collector.port());
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> client.get("/ready").statusCode() == 200);
        send(client);
        List<String> expected =
            List.of(
                LINE.formatted("POST", "/v1/events", 200),
                LINE.formatted("POST", "/e", 200),
                LINE.formatted("POST", "/v1/batch", 200),
                LINE.formatted("GET", "/pixel", 200),
                LINE.formatted("POST", "/v1/events", 400),
                LINE.formatted("POST", "/e", 401));
        await()
            .atMost(Duration.ofSeconds(30))
            .untilAsserted(
                () ->
                    assertThat(expected)
                        .allSatisfy(
                            line -> assertThat(messages.access).anyMatch(l -> l.matches(line))));
      }
    }
    assertThat(messages.access)
        .allMatch(l -> l.matches(LINE.replace("%s %s %d", "\\S+ \\S+ \\d+")));
    assertThat(messages.all).noneMatch(m -> m.contains(SECRET) || m.contains(basic()));
  }

  private static void send(TestClient client) throws Exception {
    String event = "{\"event_id\":\"" + SECRET + "\",\"name\":\"" + SECRET + "\"}";
    client.post("/v1/events", event, "X-Write-Key", SECRET, "User-Agent", SECRET);
    client.post("/e?writeKey=" + SECRET, event, "Referer", "http://" + SECRET);
    client.post("/v1/batch", "{\"batch\":[" + event + "]}", "Authorization", "Basic " + basic());
    client.get("/pixel?writeKey=" + SECRET + "&name=" + SECRET, "Cookie", "a=" + SECRET);
    client.post("/v1/events", event + SECRET, "X-Write-Key", SECRET);
    client.post("/e?writeKey=not-" + SECRET, event);
  }

  private static String basic() {
    return Base64.getEncoder().encodeToString((SECRET + ":").getBytes(UTF_8));
  }
}
