package dev.tidemark.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Visitors of a shop: from the moment they are made, they send events to a collector, each with an
 * id of its own, to its endpoints in turn. They never send an event again, and know what the
 * collector has answered.
 */
final class Visitors implements AutoCloseable {
  /**
   * A request and what became of it.
   *
   * @param ids of its events
   * @param status of the answer; 0 if there was none, because the connection failed or nothing came
   *     within ten seconds
   */
  record Attempt(List<String> ids, Instant begun, Instant ended, int status) {
    boolean isAcknowledged() {
      return status == 200;
    }

    boolean isAnswered() {
      return status != 0;
    }
  }

  private final URI collector;
  private final String name;
  private final Clock clock;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final Queue<Attempt> attempts = new ConcurrentLinkedQueue<>();
  private int turn;

  /**
   * Begins to send.
   *
   * @param name what their events' ids begin with
   */
  Visitors(URI collector, String name, Duration pause, Clock clock) {
    this.collector = collector;
    this.name = name;
    this.clock = clock;
    var unused =
        ticker.scheduleWithFixedDelay(this::send, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Whether the collector says that it is ready. */
  static boolean isReady(URI collector) throws IOException, InterruptedException {
    HttpRequest ask = HttpRequest.newBuilder(collector.resolve("/ready")).build();
    return HttpClient.newHttpClient().send(ask, BodyHandlers.discarding()).statusCode() == 200;
  }

  private void send() {
    turn++;
    String id = name + "-" + turn;
    switch (turn % 3) {
      case 0 -> send(post("/v1/events", json(id) + "\n" + json(id + "b")), id, id + "b");
      case 1 -> send(post("/e", json(id)), id);
      default -> send(HttpRequest.newBuilder(collector.resolve("/pixel?" + query(id))), id);
    }
  }

  private void send(HttpRequest.Builder request, String... ids) {
    sent.addAll(List.of(ids));
    Instant begun = clock.instant();
    int status = statusOf(request.timeout(Duration.ofSeconds(10)).build());
    attempts.add(new Attempt(List.of(ids), begun, clock.instant(), status));
  }

  private int statusOf(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  private HttpRequest.Builder post(String path, String body) {
    return HttpRequest.newBuilder(collector.resolve(path)).POST(BodyPublishers.ofString(body));
  }

  private String json(String id) {
    return """
        {"event_id":"%s","sid":"session-%s","type":"search","action":"click","timestamp":"%s"}"""
        .formatted(id, id, clock.instant());
  }

  private String query(String id) {
    return "event_id="
        + id
        + "&sid=session-"
        + id
        + "&type=component&timestamp="
        + URLEncoder.encode(clock.instant().toString(), UTF_8);
  }

  /** The ids of all events sent, acknowledged or not. */
  Set<String> sent() {
    return Set.copyOf(sent);
  }

  /** The ids of the events that the collector answered 200 for. */
  Set<String> acknowledged() {
    return attempts.stream()
        .filter(Attempt::isAcknowledged)
        .flatMap(a -> a.ids().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Every request whose end has come. */
  List<Attempt> attempts() {
    return List.copyOf(attempts);
  }

  /** Ends the sending and waits for the last answer. */
  @Override
  public void close() {
    ticker.shutdown();
    try {
      if (!ticker.awaitTermination(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("A request hangs");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
