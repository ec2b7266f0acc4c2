package dev.tidemark.ingest.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.ingest.config.HttpConfig;
import dev.tidemark.landing.LandingJson;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@code GET /health}, 200 if every dataset is well and 503 otherwise, with a reason for
 * each in JSON, and {@code GET /metrics} in Prometheus' text format.
 */
public final class StatusServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StatusServer.class);
  private static final int THREADS = 4;
  private static final Set<String> METHODS = Set.of("GET", "HEAD");

  private final HttpServer server;
  private final ExecutorService threads;

  private record Health(String status, List<DatasetHealth> datasets) {}

  private record Answer(int code, String contentType, String body) {}

  private StatusServer(HttpServer server) {
    this.server = server;
    this.threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "ingest-http");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Begins to listen.
   *
   * @param health of every dataset, asked for at each request
   * @param metrics in Prometheus' text format, likewise
   * @throws IllegalStateException if the port is taken, or the host is not this machine's
   */
  public static StatusServer start(
      HttpConfig config, Supplier<List<DatasetHealth>> health, Supplier<String> metrics) {
    HttpServer http;
    try {
      InetAddress host = InetAddress.getByName(config.host());
      http = HttpServer.create(new InetSocketAddress(host, config.port()), 0);
    } catch (IOException e) {
      throw new IllegalStateException(
          "Health and metrics cannot be served on "
              + config.host()
              + ":"
              + config.port()
              + " (ingest.http): "
              + e.getMessage(),
          e);
    }
    StatusServer status = new StatusServer(http);
    http.setExecutor(status.threads);
    http.createContext("/", exchange -> answer(exchange, health, metrics));
    http.start();
    LOG.info("Health and metrics are at http://{}:{}", config.host(), status.port());
    return status;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private static void answer(
      HttpExchange exchange, Supplier<List<DatasetHealth>> health, Supplier<String> metrics)
      throws IOException {
    try (exchange) {
      Answer answer = answerTo(exchange, health, metrics);
      exchange.getResponseHeaders().set("Content-Type", answer.contentType());
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      byte[] body = answer.body().getBytes(UTF_8);
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(answer.code(), head ? -1 : body.length);
      if (!head) {
        try (OutputStream out = exchange.getResponseBody()) {
          out.write(body);
        }
      }
    } catch (RuntimeException e) {
      LOG.warn("{} was not answered", exchange.getRequestURI().getPath(), e);
      throw e;
    }
  }

  private static Answer answerTo(
      HttpExchange exchange, Supplier<List<DatasetHealth>> health, Supplier<String> metrics) {
    if (!METHODS.contains(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return text(405, "Only GET and HEAD are answered.\n");
    }
    return switch (exchange.getRequestURI().getPath()) {
      case "/health" -> health(health.get());
      case "/metrics" -> new Answer(200, "text/plain; version=0.0.4; charset=utf-8", metrics.get());
      default -> text(404, "There is /health and /metrics.\n");
    };
  }

  private static Answer health(List<DatasetHealth> datasets) {
    boolean well = datasets.stream().allMatch(DatasetHealth::well);
    Health health = new Health(well ? "ok" : "failing", datasets);
    String json = new String(LandingJson.write(health), UTF_8);
    return new Answer(well ? 200 : 503, "application/json", json);
  }

  private static Answer text(int code, String text) {
    return new Answer(code, "text/plain; charset=utf-8", text);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
