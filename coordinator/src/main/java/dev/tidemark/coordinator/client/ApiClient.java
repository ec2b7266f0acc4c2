package dev.tidemark.coordinator.client;

import dev.tidemark.coordinator.config.CoordinatorAddress;
import dev.tidemark.coordinator.http.BoundedBytes;
import dev.tidemark.landing.LandingJson;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks a coordinator's API, within bounds of time and size. Redirects are not followed: a token
 * goes nowhere but where it was meant to. What does not go well is told by {@link Answers}.
 */
final class ApiClient {
  private static final String BASE = "/api/v1/datasets";
  private static final int LARGEST_ANSWER = 64 * 1024 * 1024;

  /** How long to wait; a coordinator that has much to do is asked again a few times. */
  record Patience(Duration connect, Duration answer, Duration busy, int times) {
    static final Patience DEFAULT =
        new Patience(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(1), 5);
  }

  private final CoordinatorAddress address;
  private final Patience patience;
  private final Answers answers;
  private final HttpClient client;

  ApiClient(CoordinatorAddress address, Patience patience) {
    this.address = address;
    this.patience = patience;
    this.answers = new Answers(address);
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(patience.connect())
            .build();
  }

  /**
   * Asks.
   *
   * @param path below that of the datasets
   */
  <T> T get(String path, Class<T> type) {
    return read(send(request(path).GET().build(), Answers.Kind.QUESTION), type);
  }

  /** Tells. */
  <T> T post(String path, Object body, Class<T> type) {
    HttpRequest request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(LandingJson.write(body)))
            .build();
    return read(send(request, Answers.Kind.CHANGE), type);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address.url() + BASE + path))
            .timeout(patience.answer())
            .header("Accept", "application/json")
            .header("User-Agent", "tidemark");
    address.token().ifPresent(t -> request.header("Authorization", "Bearer " + t));
    return request;
  }

  /** A part of an answer. */
  <T> T read(byte[] body, Class<T> type) {
    try {
      return LandingJson.readKnown(body, type);
    } catch (IOException e) {
      throw answers.notUnderstood(e);
    }
  }

  private byte[] send(HttpRequest request, Answers.Kind kind) {
    for (int time = 1; ; time++) {
      HttpResponse<byte[]> response = exchange(request, kind);
      if (response.statusCode() == 200) {
        return response.body();
      }
      if (time >= patience.times() || !answers.isBusy(response)) {
        throw answers.failure(response, kind);
      }
      pause();
    }
  }

  private HttpResponse<byte[]> exchange(HttpRequest request, Answers.Kind kind) {
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, r -> BoundedBytes.atMost(LARGEST_ANSWER));
    try {
      // The client's own limit ends with the answer's headers, this one with its body.
      return answer.get(patience.answer().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw answers.away(e, kind);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw answers.away(new InterruptedIOException("interrupted"), kind);
    } catch (ExecutionException e) {
      throw answers.away(e.getCause(), kind);
    }
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(patience.busy().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
