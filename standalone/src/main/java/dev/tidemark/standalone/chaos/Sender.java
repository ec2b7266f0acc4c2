package dev.tidemark.standalone.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A client that sends events until it is stopped, and the same again, with the same ids, when it
 * was not answered with 2xx; sometimes when it was, too, as one that lost the answer. What it was
 * answered stands in the ledger.
 */
final class Sender implements Runnable {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration ANSWER = Duration.ofSeconds(6);
  private static final int ATTEMPTS = 6;
  private static final int MOST_EVENTS = 5;
  private static final int LONGEST_PAUSE_MILLIS = 200;

  private final String name;
  private final URI collector;
  private final Ledger ledger;
  private final Random random;
  private final Clock clock;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private volatile boolean stopped;
  private volatile Optional<RuntimeException> failure = Optional.empty();
  private long count;

  Sender(String name, URI collector, Ledger ledger, long seed, Clock clock) {
    this.name = name;
    this.collector = collector;
    this.ledger = ledger;
    this.random = new Random(seed);
    this.clock = clock;
  }

  /** What is being sent is still carried to its end. */
  void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    try {
      while (!stopped) {
        carry(events());
        Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = Optional.of(e);
    }
  }

  /** Why it ended before it was to, if it did; a run without load shows nothing. */
  Optional<RuntimeException> failure() {
    return failure;
  }

  private List<TestEvent> events() {
    List<TestEvent> events = new ArrayList<>();
    int size = 1 + random.nextInt(MOST_EVENTS);
    for (int i = 0; i < size; i++) {
      events.add(TestEvent.next(name + "-" + count++, random, clock.instant()));
    }
    return events;
  }

  private void carry(List<TestEvent> events) throws InterruptedException {
    HttpRequest request = request(events);
    ledger.sending(events);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (send(request, events)) {
        if (random.nextInt(20) == 0) {
          ledger.repeating();
          send(request, events);
        }
        return;
      }
      ledger.failed();
      if (stopped) {
        return;
      }
      Thread.sleep(100L << attempt);
      ledger.repeating();
    }
  }

  private HttpRequest request(List<TestEvent> events) {
    HttpRequest.Builder builder = HttpRequest.newBuilder().timeout(ANSWER);
    List<String> all = events.stream().map(TestEvent::json).toList();
    String body =
        random.nextBoolean()
            ? all.stream().collect(Collectors.joining(",", "[", "]"))
            : String.join("\n", all);
    // A line that is no object is 400 for all of them; in an array it is rejected alone.
    boolean plain = events.stream().allMatch(e -> e.kind() != TestEvent.Kind.REJECTED);
    String sent = plain ? body : all.stream().collect(Collectors.joining(",", "[", "]"));
    return builder.uri(collector.resolve("/v1/events")).POST(BodyPublishers.ofString(sent)).build();
  }

  private boolean send(HttpRequest request, List<TestEvent> events) throws InterruptedException {
    long begun = System.nanoTime();
    try {
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      if (answer.statusCode() / 100 != 2) {
        return false;
      }
      ledger.acknowledged(events, refused(answer.body()), begun);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> refused(String answer) throws IOException {
    List<String> ids = new ArrayList<>();
    for (JsonNode each : JSON.readTree(answer).path("rejected")) {
      ids.add(each.path("event_id").asText());
    }
    return ids;
  }
}
