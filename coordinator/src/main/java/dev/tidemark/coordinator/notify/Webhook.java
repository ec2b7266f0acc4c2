package dev.tidemark.coordinator.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidemark.coordinator.config.NotifyConfig;
import dev.tidemark.coordinator.http.BoundedBytes;
import dev.tidemark.landing.HowLong;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Posts events to a URL. Delivered is what is answered with 2xx; redirects are not followed. */
final class Webhook implements Delivery {
  private static final String HMAC = "HmacSHA256";
  private static final int MOST_OF_ANSWER = 4096;
  private static final String GIVEN_UP = "it was given up";

  private final HttpClient client;
  private final NotifyConfig config;
  private volatile boolean closed;
  private volatile CompletableFuture<?> running = CompletableFuture.completedFuture(null);

  /**
   * A webhook.
   *
   * @param client one that follows no redirects
   */
  Webhook(HttpClient client, NotifyConfig config) {
    this.client = client;
    this.config = config;
  }

  /** A client as webhooks need it; several may share one. */
  static HttpClient client() {
    return HttpClient.newBuilder()
        // Over plain HTTP the offer of another version confuses small servers.
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build();
  }

  @Override
  public void deliver(Event event) throws IOException {
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(request(event), r -> BoundedBytes.textCutAt(MOST_OF_ANSWER));
    running = answer;
    if (closed) {
      answer.cancel(true);
    }
    HttpResponse<String> response = within(config.timeout(), answer);
    if (response.statusCode() / 100 != 2) {
      // Its text may hold the address, which may be a secret.
      throw new IOException("it answered " + response.statusCode());
    }
  }

  private HttpRequest request(Event event) {
    byte[] body = event.json().getBytes(UTF_8);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(config.url().orElseThrow())
            .timeout(config.timeout())
            .header("Content-Type", "application/json")
            .header("User-Agent", "tidemark")
            .header("Idempotency-Key", event.id())
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    config.secret().ifPresent(s -> request.header("X-Tidemark-Signature", signature(s, body)));
    return request.build();
  }

  private static String signature(String secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), HMAC));
      return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has " + HMAC, e);
    }
  }

  /** The client's own limit ends with the answer's headers, this one with its body. */
  private HttpResponse<String> within(
      Duration timeout, CompletableFuture<HttpResponse<String>> answer) throws IOException {
    try {
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new IOException("it did not answer within " + HowLong.of(timeout), e);
    } catch (CancellationException e) {
      throw new IOException(GIVEN_UP, e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("it was interrupted");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof CancellationException) {
        throw new IOException(GIVEN_UP, e);
      }
      if (cause instanceof ConnectException) {
        throw new IOException("nothing answers at " + place() + "; see whether it runs there", e);
      }
      String why = cause.getMessage() == null ? "" : cause.getMessage();
      throw new IOException(cause.getClass().getSimpleName() + SafeLine.of(": ", why), e);
    }
  }

  /** Not the path, which may be a secret. */
  private String place() {
    URI url = config.url().orElseThrow();
    int byDefault = "https".equals(url.getScheme()) ? 443 : 80;
    return url.getHost() + ":" + (url.getPort() < 0 ? byDefault : url.getPort());
  }

  @Override
  public void close() {
    closed = true;
    running.cancel(true);
  }
}
