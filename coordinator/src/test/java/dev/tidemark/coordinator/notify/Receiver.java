package dev.tidemark.coordinator.notify;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A receiver of webhooks that writes down what it took. */
final class Receiver implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<Request> taken = new CopyOnWriteArrayList<>();
  private volatile Answer answer = Answer.OK;
  private volatile int asked;

  /** How it answers. */
  enum Answer {
    OK,
    DOWN,
    REDIRECT,
    NEVER,
    /** Takes it and does not say so. */
    SILENT,
    HEADERS_ONLY,
    ENDLESS
  }

  record Request(Headers headers, String body) {
    JsonNode json() {
      try {
        return JsonMapper.builder().build().readTree(body);
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/hook", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
  }

  Receiver answers(Answer next) {
    answer = next;
    return this;
  }

  List<Request> taken() {
    return taken;
  }

  /** Each as event, partition and revision. */
  List<String> told() {
    return taken.stream()
        .map(Request::json)
        .map(
            j ->
                (j.path("event").asText()
                        + " "
                        + j.path("partition").asText()
                        + " "
                        + j.path("revision").asText())
                    .strip())
        .toList();
  }

  List<String> ids() {
    return taken.stream().map(r -> r.json().path("id").asText()).toList();
  }

  /** How often somebody came. */
  int asked() {
    return asked;
  }

  private synchronized void count() {
    asked++;
  }

  private void handle(HttpExchange exchange) throws IOException {
    count();
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    Answer how = answer;
    try (exchange) {
      switch (how) {
        case OK -> {
          taken.add(new Request(exchange.getRequestHeaders(), body));
          exchange.sendResponseHeaders(204, -1);
        }
        case DOWN -> {
          byte[] why = "back soon\n".getBytes(UTF_8);
          exchange.sendResponseHeaders(503, why.length);
          exchange.getResponseBody().write(why);
        }
        case REDIRECT -> {
          exchange.getResponseHeaders().add("Location", url() + "/elsewhere");
          exchange.sendResponseHeaders(307, -1);
        }
        case NEVER -> await();
        case SILENT -> {
          taken.add(new Request(exchange.getRequestHeaders(), body));
          await();
        }
        case HEADERS_ONLY -> {
          exchange.sendResponseHeaders(200, 100);
          exchange.getResponseBody().flush();
          await();
        }
        case ENDLESS -> {
          taken.add(new Request(exchange.getRequestHeaders(), body));
          exchange.sendResponseHeaders(200, 0);
          writeForEver(exchange.getResponseBody());
        }
      }
    }
  }

  private void await() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeForEver(OutputStream out) throws IOException {
    byte[] much = new byte[1 << 16];
    while (closed.getCount() > 0) {
      out.write(much);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
