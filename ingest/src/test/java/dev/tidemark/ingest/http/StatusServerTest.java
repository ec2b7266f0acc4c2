package dev.tidemark.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.ingest.config.HttpConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StatusServerTest {
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");
  private static final DatasetHealth WELL =
      new DatasetHealth("clicks", true, "running", T13, Optional.empty());
  private static final DatasetHealth ILL =
      new DatasetHealth("events", false, "waiting", T13, Optional.of("Kafka is \"away\"."));

  private volatile List<DatasetHealth> health = List.of(WELL);
  private final HttpClient client = HttpClient.newHttpClient();
  private final StatusServer server =
      StatusServer.start(new HttpConfig("127.0.0.1", 0), () -> health, () -> "a_metric 1\n");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void health_is_200_while_every_dataset_is_well() throws Exception {
    HttpResponse<String> answer = get("/health");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(answer.body())
        .isEqualTo(
            "{\"status\":\"ok\",\"datasets\":[{\"dataset\":\"clicks\",\"well\":true,"
                + "\"state\":\"running\",\"since\":\"2026-08-22T13:00:00Z\"}]}");
  }

  @Test
  void health_is_503_with_the_reason_if_one_is_not() throws Exception {
    health = List.of(WELL, ILL);
    HttpResponse<String> answer = get("/health");
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body())
        .contains("\"status\":\"failing\"")
        .contains("\"dataset\":\"events\",\"well\":false,\"state\":\"waiting\"")
        .contains("\"reason\":\"Kafka is \\\"away\\\".\"");
  }

  @Test
  void metrics_are_in_prometheus_text_format() throws Exception {
    HttpResponse<String> answer = get("/metrics");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body()).isEqualTo("a_metric 1\n");
  }

  @Test
  void what_is_not_there_and_what_is_not_a_question_is_refused() throws Exception {
    assertThat(get("/healthy").statusCode()).isEqualTo(404);
    assertThat(get("/").statusCode()).isEqualTo(404);
    HttpResponse<String> post =
        client.send(
            to("/health").POST(HttpRequest.BodyPublishers.ofString("x")).build(),
            BodyHandlers.ofString());
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("Allow")).contains("GET, HEAD");
  }

  @Test
  void a_port_that_is_taken_is_named_with_its_key() {
    HttpConfig taken = new HttpConfig("127.0.0.1", server.port());
    assertThatThrownBy(() -> StatusServer.start(taken, List::of, () -> ""))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("127.0.0.1:" + server.port() + " (ingest.http)");
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(to(path).build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }
}
