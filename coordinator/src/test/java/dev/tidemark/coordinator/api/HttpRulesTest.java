package dev.tidemark.coordinator.api;

import static dev.tidemark.coordinator.api.ServedWorld.ALICE;
import static dev.tidemark.coordinator.api.ServedWorld.EVENTS;
import static dev.tidemark.coordinator.api.ServedWorld.code;
import static dev.tidemark.coordinator.api.ServedWorld.json;
import static dev.tidemark.coordinator.api.ServedWorld.message;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.coordinator.config.ApiConfig;
import dev.tidemark.landing.fs.ForwardingFiles;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem.Fault.Effect;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds for every request, and when something outside is not well. */
@Timeout(60)
class HttpRulesTest {
  private static final String HOUR = EVENTS + "/partitions/2026-08-22T10";
  private static final String WHY = "{\"reason\": \"because\"}";

  @Test
  void another_method_is_answered_with_those_that_there_are() {
    try (ServedWorld served = new ServedWorld(ServedWorld.TOKENS)) {
      for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW")) {
        HttpResponse<String> response =
            served.send(
                served.request(EVENTS + "/partitions").method(method, BodyPublishers.noBody()));
        assertThat(response.statusCode()).as(method + response.body()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
        assertThat(code(response)).isEqualTo("method_not_allowed");
      }
      HttpResponse<String> get = served.get(HOUR + "/hold");
      assertThat(get.statusCode()).isEqualTo(405);
      assertThat(get.headers().firstValue("Allow")).contains("POST");
      HttpResponse<String> head =
          served.send(served.request("/api/v1/datasets").method("HEAD", BodyPublishers.noBody()));
      assertThat(head.statusCode()).isEqualTo(200);
      assertThat(head.body()).isEmpty();
    }
  }

  @Test
  void no_header_turns_a_request_into_another() {
    try (ServedWorld served = new ServedWorld(ServedWorld.TOKENS)) {
      served.world.lands("2026-08-22T10", "a");
      assertThat(
              served
                  .send(
                      served
                          .request(HOUR + "/hold")
                          .header("X-HTTP-Method-Override", "POST")
                          .header("Authorization", "Bearer " + ALICE))
                  .statusCode())
          .isEqualTo(405);
      assertThat(
              served
                  .send(served.request("/api/v1/datasets").header("Accept", "image/png"))
                  .statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void every_answer_is_for_the_one_who_asked_and_says_nothing_of_the_server() {
    try (ServedWorld served = new ServedWorld(ServedWorld.TOKENS)) {
      for (HttpResponse<String> response :
          List.of(
              served.get("/api/v1/datasets"),
              served.get("/health"),
              served.get("/metrics"),
              served.get("/nowhere"),
              served.get(HOUR + "/hold"),
              served.send(
                  served.request("/api/v1/datasets").header("Origin", "https://evil.example")),
              served.send(served.request("/" + "x".repeat(20_000))),
              served.post(HOUR + "/hold", "{"))) {
        assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(response.headers().map().keySet())
            .noneMatch(h -> h.toLowerCase(Locale.ROOT).startsWith("access-control"))
            .doesNotContain("server", "Server", "set-cookie", "Set-Cookie");
      }
    }
  }

  @Test
  void too_long_headers_are_refused_in_json() {
    try (ServedWorld served = new ServedWorld(ServedWorld.TOKENS)) {
      HttpResponse<String> response =
          served.send(served.request("/api/v1/datasets").header("X-Long", "x".repeat(20_000)));
      assertThat(response.statusCode()).isEqualTo(431);
      assertThat(code(response)).isEqualTo("bad_request");
      assertThat(message(response)).contains("longer than 8192 bytes");
    }
  }

  @Test
  void another_version_of_http_is_no_error_of_the_program() throws IOException {
    try (ServedWorld served = new ServedWorld(ServedWorld.TOKENS);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
      socket.getOutputStream().write("GET /health HTTP/9.9\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
      socket.shutdownOutput();
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
          .startsWith("HTTP/1.1 505 ")
          .contains("\"bad_request\"", "Only HTTP/1.0 and HTTP/1.1");
    }
  }

  /** A short body that waits a little is not a slow one. */
  @Test
  void a_body_that_comes_in_two_pieces_is_read() throws IOException {
    try (ServedWorld served = new ServedWorld(ServedWorld.TOKENS);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
      served.world.lands("2026-08-22T10", "a");
      OutputStream out = socket.getOutputStream();
      out.write(
          String.join(
                  "\r\n",
                  "POST " + HOUR + "/hold HTTP/1.1",
                  "Host: localhost",
                  "Connection: close",
                  "Content-Type: application/json",
                  "Authorization: Bearer " + ALICE,
                  "Content-Length: " + WHY.length(),
                  "",
                  WHY.substring(0, 1))
              .getBytes(US_ASCII));
      out.flush();
      Awaitility.await().pollDelay(Duration.ofMillis(300)).until(() -> true);
      out.write(WHY.substring(1).getBytes(US_ASCII));
      out.flush();
      assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
          .startsWith("HTTP/1.1 200 ");
    }
  }

  /** A page can take its name for 127.0.0.1, and then read what it asks for. */
  @ParameterizedTest
  @CsvSource({
    "'Host: localhost', 200",
    "'Host: LOCALHOST:8083', 200",
    "'Host: 127.0.0.1:1', 200",
    "'Host: [::1]:8083', 200",
    "'Host: shop.example', 403",
    "'Host: localhost.shop.example', 403",
    "'Host: 127.0.0.1.shop.example:8083', 403",
    "'Host: 10.0.0.7', 403",
  })
  void without_a_token_only_who_asks_for_this_machine_may_read(String host, int status)
      throws IOException {
    try (ServedWorld served = new ServedWorld(ServedWorld.TOKENS)) {
      served.world.lands("2026-08-22T10", "a");
      for (String path : List.of("/partitions", "/changes?since=0", "/quarantine/rows")) {
        assertThat(statusOf(served, path, host)).as(path).isEqualTo(status);
        assertThat(statusOf(served, path, host + "\r\nSec-Fetch-Site: cross-site"))
            .as("%s from another site's page", path)
            .isEqualTo(403);
      }
      assertThat(statusOf(served, "/partitions", host + "\r\nSec-Fetch-Site: same-origin"))
          .isEqualTo(status);
      assertThat(statusOf(served, "/partitions", host + "\r\nAuthorization: Bearer " + ALICE))
          .isEqualTo(200);
    }
  }

  private static int statusOf(ServedWorld served, String path, String headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
      String request = "GET " + EVENTS + path + " HTTP/1.1\r\n" + headers + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      String line =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII)).readLine();
      return Integer.parseInt(line.split(" ", 3)[1]);
    }
  }

  @Test
  void what_is_not_http_is_refused_and_harms_nobody() throws IOException {
    try (ServedWorld served = new ServedWorld(ServedWorld.TOKENS)) {
      for (String text :
          List.of(
              "hello\r\n\r\n",
              "GET /api/../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
              "GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
              "GET "
                  + EVENTS
                  + "/partitions?from=%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
              "CONNECT x:80 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port())) {
          socket.getOutputStream().write(text.getBytes(US_ASCII));
          socket.shutdownOutput();
          String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
          assertThat(answer).as(text).matches("(?s)HTTP/1.1 4\\d\\d .*");
        }
      }
      assertThat(served.get("/health").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void while_the_file_system_is_away_requests_are_to_come_again_and_health_says_so() {
    AtomicReference<Effect> effect = new AtomicReference<>(Effect.NONE);
    try (ServedWorld served = ServedWorld.with((operation, path) -> effect.get())) {
      served.world.lands("2026-08-22T10", "a").coordinatorTicks();
      effect.set(Effect.FAIL_BEFORE);
      for (HttpResponse<String> response :
          List.of(served.get(EVENTS + "/partitions"), served.post(HOUR + "/hold", WHY))) {
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(code(response)).isEqualTo("unavailable");
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
      }
      served.world.tick();
      HttpResponse<String> soon = served.get("/health");
      assertThat(soon.statusCode()).isEqualTo(200);
      assertThat(json(soon).at("/datasets/0/log_readable").asBoolean()).isFalse();
      served.world.timePasses(Duration.ofMinutes(2)).tick();
      HttpResponse<String> later = served.get("/health");
      assertThat(later.statusCode()).isEqualTo(503);
      assertThat(json(later).at("/status").asText()).isEqualTo("failing");
      assertThat(json(later).at("/datasets/0/reason").asText()).contains("cannot be read");
      effect.set(Effect.NONE);
      served.world.tick();
      assertThat(served.get("/health").statusCode()).isEqualTo(200);
      assertThat(json(served.get("/health")).at("/datasets/0/last_tick").asText())
          .isEqualTo("2026-08-22T12:02:00Z");
    }
  }

  @Test
  void what_nobody_knows_the_outcome_of_is_said_to_be_so() {
    AtomicReference<Effect> effect = new AtomicReference<>(Effect.NONE);
    try (ServedWorld served =
        ServedWorld.with(
            (operation, path) -> operation.equals("rename") ? effect.get() : Effect.NONE)) {
      served.world.lands("2026-08-22T10", "a");
      effect.set(Effect.FAIL_BEFORE);
      HttpResponse<String> response = served.post(HOUR + "/hold", WHY);
      assertThat(response.statusCode()).isEqualTo(503);
      assertThat(code(response)).isEqualTo("outcome_unknown");
      assertThat(message(response)).contains("is not known: look before you ask again");
    }
  }

  @Test
  void a_file_system_that_hangs_keeps_neither_health_nor_the_ticks() {
    CountDownLatch goesOn = new CountDownLatch(1);
    MemoryFileSystem files = new MemoryFileSystem();
    try (ServedWorld served =
        new ServedWorld(ServedWorld.TOKENS, "127.0.0.1", files, all -> new Hanging(all, goesOn))) {
      List<CompletableFuture<HttpResponse<String>>> waiting = new ArrayList<>();
      // The first holds the journal, those behind it wait for it. Some more, for the look below
      // takes
      // a place as well.
      for (int i = 0; i < CoordinatorHttp.PLACES + 4; i++) {
        waiting.add(
            CompletableFuture.supplyAsync(
                () -> served.get(EVENTS + "/log"), task -> new Thread(task).start()));
      }
      Awaitility.await()
          .untilAsserted(() -> assertThat(code(served.get("/api/v1/datasets"))).isEqualTo("busy"));
      HttpResponse<String> busy = served.get("/api/v1/datasets");
      assertThat(busy.statusCode()).isEqualTo(503);
      assertThat(busy.headers().firstValue("Retry-After")).contains("1");
      served.world.lands("2026-08-22T10", "a").coordinatorTicks();
      assertThat(served.get("/health").statusCode()).isEqualTo(200);
      assertThat(served.get("/metrics").body()).contains("tidemark_coordinator_tick_seconds");
      goesOn.countDown();
      assertThat(waiting.stream().map(w -> w.join().statusCode()).filter(status -> status == 200))
          .hasSize(CoordinatorHttp.PLACES);
      assertThat(served.get("/api/v1/datasets").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void a_port_that_is_taken_is_named() {
    try (ServedWorld served = new ServedWorld(List.of())) {
      CoordinatorHttp second =
          new CoordinatorHttp(
              new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), Clock.systemUTC());
      assertThatThrownBy(() -> second.start(new ApiConfig("127.0.0.1", served.port(), List.of())))
          .hasMessageContaining("127.0.0.1:" + served.port() + " (coordinator.http)");
    }
  }

  /** Does not answer whoever reads. */
  private static final class Hanging extends ForwardingFiles {
    private final CountDownLatch goesOn;

    Hanging(LandingFileSystem files, CountDownLatch goesOn) {
      super(files);
      this.goesOn = goesOn;
    }

    @Override
    public InputStream open(String path) throws IOException {
      try {
        goesOn.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return super.open(path);
    }
  }
}
