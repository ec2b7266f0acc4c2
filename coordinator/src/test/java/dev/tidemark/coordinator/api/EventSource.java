package dev.tidemark.coordinator.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A client of server-sent events, as browsers have one. */
final class EventSource implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpResponse<InputStream> response;
  private final List<Event> events = new CopyOnWriteArrayList<>();
  private volatile String lastId = "";
  private final AtomicInteger comments = new AtomicInteger();
  private volatile boolean ended;

  record Event(String id, String type, JsonNode data) {}

  EventSource(ServedWorld served, HttpRequest.Builder request) {
    response = served.open(request);
    if (response.statusCode() == 200) {
      Thread reader = new Thread(this::read, "event-source");
      reader.setDaemon(true);
      reader.start();
    }
  }

  HttpResponse<InputStream> response() {
    return response;
  }

  private void read() {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8))) {
      String type = "";
      String data = "";
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isEmpty()) {
          if (!data.isEmpty()) {
            events.add(new Event(lastId, type, JSON.readTree(data)));
          }
          type = "";
          data = "";
        } else if (line.startsWith(":")) {
          comments.incrementAndGet();
        } else if (line.startsWith("id: ")) {
          lastId = line.substring(4);
        } else if (line.startsWith("event: ")) {
          type = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        }
      }
    } catch (IOException e) {
      // The end, as for a browser.
    } finally {
      ended = true;
    }
  }

  /** Waits for the next event after those that were there. */
  Event awaitEvent(int number) {
    await().atMost(Duration.ofSeconds(10)).until(() -> events.size() >= number);
    return events.get(number - 1);
  }

  List<Event> events() {
    return events;
  }

  String lastId() {
    return lastId;
  }

  int comments() {
    return comments.get();
  }

  boolean hasEnded() {
    return ended;
  }

  @Override
  public void close() {
    try {
      response.body().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
