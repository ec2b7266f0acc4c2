package dev.tidemark.standalone.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A client of the collector: sends a file of events, some to a request, and tries again when it is
 * told to. Each event has an id, so one that arrives twice counts once.
 */
public final class EventSender {
  private static final int MOST_PER_REQUEST = 500;
  private static final int MOST_BYTES_PER_REQUEST = 1 << 20;
  private static final int TRIES = 20;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final URI collector;
  private final long perSecond;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();
  private final AtomicLong repeated = new AtomicLong();

  /**
   * Sends nothing yet.
   *
   * @param perSecond about how many events a second
   */
  public EventSender(URI collector, long perSecond) {
    this.collector = collector;
    this.perSecond = Math.max(1, perSecond);
  }

  /**
   * Sends every event of the file, and returns when the collector has answered for each.
   *
   * @throws IOException if the collector refuses a request, or does not answer after many tries
   */
  public void send(EventFile file) throws IOException, InterruptedException {
    int perRequest = (int) Math.max(1, Math.min(MOST_PER_REQUEST, perSecond / 5));
    try (Stream<byte[]> events = file.events()) {
      Iterator<byte[]> next = events.iterator();
      long start = System.nanoTime();
      while (next.hasNext()) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int count = 0;
        while (count < perRequest && next.hasNext() && body.size() < MOST_BYTES_PER_REQUEST) {
          body.writeBytes(next.next());
          body.write('\n');
          count++;
        }
        post(body.toByteArray(), count);
        keepPace(start);
      }
    }
  }

  private void keepPace(long start) throws InterruptedException {
    long dueNanos = sent.get() * 1_000_000_000L / perSecond;
    long ahead = dueNanos - (System.nanoTime() - start);
    if (ahead > 0) {
      TimeUnit.NANOSECONDS.sleep(ahead);
    }
  }

  private void post(byte[] body, int count) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(collector.resolve("/v1/events"))
            .timeout(Duration.ofSeconds(10))
            .header("Content-Type", "application/x-ndjson")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    for (int attempt = 1; ; attempt++) {
      String problem;
      try {
        HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() == 200) {
          JsonNode answer = JSON.readTree(response.body());
          sent.addAndGet(count);
          accepted.addAndGet(answer.path("accepted").asLong());
          rejected.addAndGet(answer.path("rejected").size());
          return;
        }
        problem = "answered " + response.statusCode();
        if (response.statusCode() < 500 && response.statusCode() != 429) {
          throw new IOException(
              "The collector refused events ("
                  + new String(response.body(), java.nio.charset.StandardCharsets.UTF_8)
                  + ")");
        }
      } catch (java.net.http.HttpTimeoutException | java.net.ConnectException e) {
        problem = e.toString();
      }
      if (attempt == TRIES) {
        throw new IOException("The collector did not take events after many tries: " + problem);
      }
      repeated.addAndGet(count);
      TimeUnit.SECONDS.sleep(1);
    }
  }

  /** Events that the collector answered for. */
  public long sent() {
    return sent.get();
  }

  /** Those of them that it acknowledged as durable. */
  public long accepted() {
    return accepted.get();
  }

  /** Those that it refused one by one. */
  public long rejected() {
    return rejected.get();
  }

  /** Events in requests that had to be sent again; each may stand in Kafka more than once. */
  public long repeated() {
    return repeated.get();
  }
}
