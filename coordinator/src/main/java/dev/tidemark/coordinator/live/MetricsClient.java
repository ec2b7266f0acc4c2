package dev.tidemark.coordinator.live;

import dev.tidemark.coordinator.http.BoundedBytes;
import dev.tidemark.landing.HowLong;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Fetches what a collector counts, within bounds of time and size. Follows no redirects. */
final class MetricsClient {
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final int MOST_BYTES = 1024 * 1024;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT)
          .build();
  private final Duration within;

  MetricsClient(Duration within) {
    this.within = within;
  }

  /**
   * Reads the metrics.
   *
   * @param collector its address; without a path, that of its metrics is {@code /metrics}
   * @throws IOException if it does not answer as it should
   */
  Scrape read(URI collector) throws IOException, InterruptedException {
    boolean bare = collector.getPath() == null || collector.getPath().matches("/?");
    HttpRequest request =
        HttpRequest.newBuilder(bare ? collector.resolve("/metrics") : collector)
            .timeout(within)
            .header("User-Agent", "tidemark")
            .build();
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(request, r -> BoundedBytes.textAtMost(MOST_BYTES));
    try {
      HttpResponse<String> response = answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != 200) {
        throw new IOException("it answered " + response.statusCode());
      }
      return Scrape.parse(response.body());
    } catch (TimeoutException e) {
      throw new IOException("it did not answer within " + HowLong.of(within), e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new IOException(
          cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage(), e);
    } finally {
      answer.cancel(true);
    }
  }
}
