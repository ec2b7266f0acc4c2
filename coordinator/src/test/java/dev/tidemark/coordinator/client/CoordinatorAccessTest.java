package dev.tidemark.coordinator.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.coordinator.config.CoordinatorAddress;
import dev.tidemark.coordinator.operations.PartitionChanges;
import dev.tidemark.coordinator.operations.PartitionSummary.Standing;
import dev.tidemark.coordinator.operations.RefusedException;
import dev.tidemark.landing.PartitionId;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Coordinators that answer something else than they should. */
@Timeout(30)
class CoordinatorAccessTest {
  private static final PartitionId H13 = PartitionId.parse("2026-08-22T13");
  private static final String DATASETS =
      "{\"datasets\":[{\"name\":\"events\",\"granularity\":\"PT1H\",\"newer\":[1]}]}";

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<Answer> answers = new CopyOnWriteArrayList<>();
  private final CountDownLatch ends = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;

  /** What is answered next. */
  private interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          (answers.isEmpty() ? says(500, "nothing is left") : answers.remove(0)).to(exchange);
          exchange.close();
        });
    server.start();
    answers.add(says(200, DATASETS));
  }

  @AfterEach
  void stop() {
    ends.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private static Answer says(int status, String body) {
    return exchange -> {
      byte[] bytes = body.getBytes(UTF_8);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  private static Answer problem(int status, String code, String message) {
    return says(status, "{\"error\":{\"code\":\"" + code + "\",\"message\":\"" + message + "\"}}");
  }

  private Answer saysNothing() {
    return exchange -> {
      try {
        ends.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    };
  }

  private CoordinatorAccess open() {
    return open(Duration.ofSeconds(30));
  }

  private CoordinatorAccess open(Duration answer) {
    return CoordinatorAccess.open(
        CoordinatorAddress.of(
                Optional.of("http://127.0.0.1:" + server.getAddress().getPort() + "/behind/"),
                Optional.empty(),
                Map.of("TIDEMARK_ADMIN_TOKEN", "alice-0123456789abcdef"))
            .orElseThrow(),
        Optional.empty(),
        new ApiClient.Patience(Duration.ofSeconds(5), answer, Duration.ofMillis(1), 3));
  }

  @Test
  void what_a_newer_one_says_more_is_passed_over() {
    CoordinatorAccess access = open();
    answers.add(
        says(200, "{\"partition\":\"2026-08-22T13\",\"waits_for\":\"a\",\"mood\":\"good\"}"));
    assertThat(access.explain(H13).waitsFor()).isEqualTo("a");
    assertThat(asked)
        .containsExactly(
            "GET /behind/api/v1/datasets",
            "GET /behind/api/v1/datasets/events/partitions/2026-08-22T13/explain");
  }

  private static Answer changed(long version, long newest, String standing) {
    return says(
        200,
        """
        {"version": %d, "newest": %d, "partitions": [
         {"partition": "2026-08-22T13", "standing": "%s", "generations": 1, "files": 1, "bytes": 1, "landed": 1,
          "revision": 0, "out": 0, "duplicates": 0, "quarantined": 0, "version": %d}]}
        """
            .formatted(version, newest, standing, version));
  }

  @Test
  void changes_are_asked_for_until_the_newest_and_the_last_answer_about_each_holds() {
    CoordinatorAccess access = open();
    answers.add(changed(5003, 9000, "OPEN"));
    answers.add(changed(9002, 9002, "CLOSED"));
    PartitionChanges changes = access.changedSince(3);
    assertThat(changes.version()).isEqualTo(9002);
    assertThat(changes.partitions())
        .singleElement()
        .satisfies(c -> assertThat(c.summary().standing()).isEqualTo(Standing.CLOSED));
    assertThat(asked).last().asString().endsWith("/changed?since=5003");
  }

  @Test
  void an_older_one_without_the_endpoint_is_told_to_be_so() {
    CoordinatorAccess access = open();
    answers.add(problem(404, "no_endpoint", "There is nothing here."));
    assertThatThrownBy(() -> access.changedSince(3))
        .isInstanceOf(CoordinatorException.class)
        .hasMessageContaining("it is of an older version. Upgrade it, or leave --coordinator out");
  }

  @Test
  void something_else_that_answers_is_no_coordinator() {
    answers.set(0, says(404, "<html>not here</html>"));
    assertThatThrownBy(this::open)
        .hasMessageContaining("There is no coordinator at http://127.0.0.1")
        .hasMessageContaining("with status 404");
    answers.add(says(200, "<html>welcome</html>"));
    assertThatThrownBy(this::open).hasMessageContaining("is not understood");
    answers.add(
        exchange -> {
          exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
          exchange.sendResponseHeaders(302, -1);
        });
    assertThatThrownBy(this::open).hasMessageContaining("with status 302");
  }

  @Test
  void one_that_is_busy_is_asked_again_a_few_times() {
    answers.add(0, problem(503, "busy", "Too many requests."));
    answers.add(1, problem(503, "busy", "Too many requests."));
    CoordinatorAccess access = open();
    for (int i = 0; i < 3; i++) {
      answers.add(problem(503, "busy", "Too many requests."));
    }
    assertThatThrownBy(() -> access.hold(H13, "why")).hasMessageContaining("Too many requests.");
    assertThat(asked).hasSize(6);
  }

  @Test
  void a_change_of_which_nothing_is_heard_is_not_asked_for_again() {
    CoordinatorAccess access = open(Duration.ofSeconds(3));
    answers.add(saysNothing());
    assertThatThrownBy(() -> access.hold(H13, "why"))
        .isNotInstanceOf(CoordinatorException.Away.class)
        .hasMessageContaining("Whether it was done is not known");
    assertThat(asked).hasSize(2);
    answers.add(saysNothing());
    assertThatThrownBy(() -> access.explain(H13))
        .isInstanceOf(CoordinatorException.Away.class)
        .hasMessageContaining("nothing within the time-out");
  }

  @Test
  void refusals_are_those_of_the_landing_log() {
    CoordinatorAccess access = open();
    answers.add(problem(409, "refused", "It has not failed."));
    assertThatThrownBy(() -> access.retry(H13, "why"))
        .isInstanceOf(RefusedException.class)
        .hasMessage("It has not failed.");
    answers.add(problem(404, "not_found", "It holds nothing."));
    assertThatThrownBy(() -> access.details(H13))
        .isInstanceOf(RefusedException.class)
        .hasMessage("It holds nothing.");
    answers.add(problem(400, "bad_request", "'reason' is required."));
    assertThatThrownBy(() -> access.retry(H13, ""))
        .isInstanceOf(CoordinatorException.BadRequest.class);
    answers.add(problem(500, "needs_operator", "The log is damaged."));
    assertThatThrownBy(() -> access.retry(H13, "why")).hasMessageContaining("The log is damaged.");
  }

  @Test
  void an_answer_without_end_is_not_read_to_its_end() {
    CoordinatorAccess access = open();
    answers.add(
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] part = new byte[1 << 20];
          try (OutputStream out = exchange.getResponseBody()) {
            for (int i = 0; i < 1000; i++) {
              out.write(part);
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    assertThatThrownBy(() -> access.explain(H13))
        .isInstanceOf(CoordinatorException.class)
        .hasMessageContaining("bytes");
  }
}
