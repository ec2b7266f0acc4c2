package dev.tidemark.collector;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A collector with a real broker; what went in by HTTP is read back from Kafka. */
class CollectorIT {
  private static final Instant NOW = Instant.parse("2026-08-22T13:04:05.678Z");
  private static final JsonMapper JSON = new JsonMapper();
  private static final int MIB = 1024 * 1024;

  @TempDir private static Path directory;
  private static TestBroker broker;
  private static Collector collector;
  private static TestClient client;

  private TopicReader events;
  private TopicReader rejected;

  @BeforeAll
  static void start() throws Exception {
    broker = new TestBroker(directory);
    broker.start();
    collector = startCollector();
    client = new TestClient(collector.port());
    await().atMost(Duration.ofSeconds(30)).until(() -> client.get("/ready").statusCode() == 200);
  }

  private static Collector startCollector(String... settings) {
    String[] all =
        Stream.concat(Stream.of("drain-delay: PT0S", "spill: {max-bytes: 0}"), Stream.of(settings))
            .toArray(String[]::new);
    return Configs.started(broker.bootstrapServers(), Clock.fixed(NOW, ZoneOffset.UTC), all);
  }

  @AfterAll
  static void stop() {
    if (collector != null) {
      collector.close();
    }
    broker.close();
  }

  @BeforeEach
  void readFromHere() {
    events = new TopicReader(broker.bootstrapServers(), "events");
    rejected = new TopicReader(broker.bootstrapServers(), "events-rejected");
  }

  @AfterEach
  void stopReading() {
    events.close();
    rejected.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/events", "/v1/events/", "/e", "/e/"})
  void an_object_becomes_one_record_with_its_bytes_and_the_time_it_came(String path)
      throws Exception {
    HttpResponse<String> answer =
        client.post(
            path,
            "{ \"event_id\" : \"e-1\",\r\n \"n\": 1e400, \"n\": 1.0, \"s\": \"\\u0041 /\" }",
            "User-Agent",
            "test/1");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"success\":true,\"accepted\":1,\"rejected\":[]}");
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(answer.headers().firstValue("Server")).isEmpty();

    List<ConsumerRecord<byte[], byte[]>> records = events.rest();
    assertThat(records).hasSize(1);
    assertThat(records.get(0).value())
        .asString(UTF_8)
        .isEqualTo(
            "{\"event_id\":\"e-1\",\"received_at\":\"2026-08-22T13:04:05.678Z\","
                + "\"source\":\"open\",\"ip\":\"127.0.0.1\",\"user_agent\":\"test/1\","
                + "\"event\":{\"event_id\":\"e-1\",\"n\":1e400,\"n\":1.0,\"s\":\"\\u0041 /\"}}");
    assertThat(records.get(0).timestamp()).isEqualTo(NOW.toEpochMilli());
    assertThat(records.get(0).key()).isNull();
  }

  @Test
  void an_event_without_an_id_gets_one_that_sorts_by_time() throws Exception {
    client.post("/e", "{\"a\":1}");
    String id = envelopes(events).get(0).get("event_id").asText();
    assertThat(id).matches("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    assertThat(Long.parseLong(id.replace("-", "").substring(0, 12), 16))
        .isEqualTo(NOW.toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/pixel", "/pixel/"})
  void the_pixel_makes_an_event_of_its_parameters(String path) throws Exception {
    HttpResponse<String> answer = client.get(path + "?event_id=p-1&u=Zo%C3%AB+x");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("image/gif");
    assertThat(answer.headers().firstValue("Content-Length")).hasValue("43");
    assertThat(answer.body()).startsWith("GIF89a");
    JsonNode envelope = envelopes(events).get(0);
    assertThat(envelope.get("event_id").asText()).isEqualTo("p-1");
    assertThat(envelope.get("event").toString())
        .isEqualTo("{\"event_id\":\"p-1\",\"u\":\"Zoë x\"}");
  }

  @Test
  void bad_events_are_told_kept_apart_and_harm_no_other() throws Exception {
    String large = "{\"event_id\":\"big\",\"x\":\"" + "y".repeat(256 * 1024) + "\"}";
    for (String body :
        List.of(
            "[{\"event_id\":\"a\"},5," + large + ",{\"event_id\":\"b\"},{}]",
            "{\"event_id\":\"a\"}\n5\n" + large + "\n{\"event_id\":\"b\"}\n{}\n")) {
      HttpResponse<String> answer = client.post("/v1/events", body);
      assertThat(answer.statusCode()).isEqualTo(200);
      JsonNode told = JSON.readTree(answer.body());
      assertThat(told.get("accepted").asInt()).isEqualTo(2);
      assertThat(told.get("rejected").findValuesAsText("index")).containsExactly("1", "2", "4");
      assertThat(told.get("rejected").get(1).get("event_id").asText()).isEqualTo("big");
      assertThat(told.get("rejected").get(1).get("reason").asText()).contains("262144 bytes");

      assertThat(ids(events)).containsExactly("a", "b");
      List<JsonNode> kept = envelopes(rejected);
      assertThat(kept).extracting(e -> e.get("reason").asText()).allMatch(r -> !r.isBlank());
      assertThat(kept)
          .extracting(e -> e.get("event_id").asText())
          .containsExactlyElementsOf(told.get("rejected").findValuesAsText("event_id"));
      assertThat(kept.get(0).get("event").asInt()).isEqualTo(5);
      assertThat(kept.get(1).get("code").asText()).isEqualTo("too_large");
      assertThat(kept.get(1).get("event").toString()).isEqualTo(large);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  ",
        "{\"id\":\"4\"}{\"id\":\"5\"}",
        "{\"id\":\"4\"} garbage",
        "not json",
        "{\"a\":1}\n{\"a\":",
        "[{\"a\":1},{\"b\"}]",
        "5",
        "{\"a\":\"\u0000\"}"
      })
  void what_is_not_json_is_400_and_nothing_of_it_is_kept(String body) throws Exception {
    HttpResponse<String> answer = client.post("/v1/events", body);
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(JSON.readTree(answer.body()).get("success").asBoolean(true)).isFalse();
    assertThat(events.rest()).isEmpty();
    assertThat(rejected.rest()).isEmpty();
  }

  @Test
  void bytes_that_are_not_utf8_are_400() throws Exception {
    byte[] body = "{\"u\":\"Zo\u00eb\"}".getBytes(ISO_8859_1);
    assertThat(client.post("/v1/events", body).statusCode()).isEqualTo(400);
    assertThat(
            client
                .post("/e", body, "Content-Type", "application/json; charset=ISO-8859-1")
                .statusCode())
        .isEqualTo(400);
    assertThat(events.rest()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json; charset=ISO-8859-1",
        "application/x-www-form-urlencoded",
        "text/plain;charset=nonsense",
        "multipart/form-data"
      })
  void utf8_is_kept_whatever_the_header_says(String contentType) throws Exception {
    HttpResponse<String> answer =
        client.post("/e", "{\"u\":\"Zo\u00eb \u65e5\u672c\"}", "Content-Type", contentType);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(events.rest().get(0).value())
        .asString(UTF_8)
        .endsWith("\"event\":{\"u\":\"Zo\u00eb \u65e5\u672c\"}}");
  }

  @Test
  void gzip_is_unpacked_with_and_without_its_header() throws Exception {
    byte[] packed = gzip("[{\"event_id\":\"z-1\"},{\"event_id\":\"z-2\"}]".getBytes(UTF_8));
    assertThat(client.post("/v1/events", packed, "Content-Encoding", "gzip").statusCode())
        .isEqualTo(200);
    assertThat(client.post("/v1/events", packed, "Content-Type", "text/plain").statusCode())
        .isEqualTo(200);
    assertThat(ids(events)).containsExactly("z-1", "z-2", "z-1", "z-2");

    byte[] cut = Arrays.copyOf(packed, packed.length - 4);
    assertThat(client.post("/v1/events", cut).statusCode()).isEqualTo(400);
    byte[] bomb = gzip(new byte[200 * MIB]);
    HttpResponse<String> answer = client.post("/v1/events", bomb, "Content-Encoding", "gzip");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("4194304 bytes");
    assertThat(events.rest()).isEmpty();
  }

  @Test
  void a_body_above_the_limit_is_413_and_names_it() throws Exception {
    byte[] fits = ("[{\"a\":1}" + " ".repeat(4 * MIB - 9) + "]").getBytes(UTF_8);
    assertThat(client.post("/v1/events", fits).statusCode()).isEqualTo(200);
    assertThat(events.rest()).hasSize(1);
    byte[] above = ("[{\"a\":1}" + " ".repeat(4 * MIB - 8) + "]").getBytes(UTF_8);
    for (var publisher :
        List.of(
            BodyPublishers.ofByteArray(above),
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(above)))) {
      HttpResponse<String> answer = client.post("/v1/events", publisher);
      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(answer.body()).contains("4194304 bytes");
    }
    assertThat(events.rest()).isEmpty();
  }

  @Test
  void a_chunked_body_without_end_costs_no_memory_and_can_read_its_413() throws Exception {
    HttpResponse<String> answer =
        client.post("/v1/events", BodyPublishers.ofInputStream(() -> zeros(200L * MIB)));
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(events.rest()).isEmpty();
  }

  @Test
  void a_chunked_body_is_taken() throws Exception {
    byte[] body = "{\"event_id\":\"c\"}".getBytes(UTF_8);
    assertThat(
            client
                .post(
                    "/v1/events",
                    BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                .statusCode())
        .isEqualTo(200);
    assertThat(ids(events)).containsExactly("c");
  }

  @Test
  void five_thousand_events_are_taken_and_one_more_is_413() throws Exception {
    String body =
        IntStream.range(0, 5_000)
            .mapToObj(i -> "{\"event_id\":\"" + i + "\"}")
            .collect(Collectors.joining("\n"));
    assertThat(client.post("/v1/events", body).body())
        .isEqualTo("{\"success\":true,\"accepted\":5000,\"rejected\":[]}");
    assertThat(ids(events)).hasSize(5_000).doesNotHaveDuplicates();
    HttpResponse<String> answer = client.post("/v1/events", body + "\n{}");
    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(answer.body()).contains("5000 events");
    assertThat(events.rest()).isEmpty();
  }

  @Test
  void an_upload_that_is_cut_off_leaves_nothing() throws Exception {
    try (Socket socket = client.connect()) {
      socket
          .getOutputStream()
          .write(
              ("POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n"
                      + "{\"event_id\":\"cut\"}                      ")
                  .getBytes(UTF_8));
    }
    assertThat(client.post("/e", "{\"event_id\":\"next\"}").statusCode()).isEqualTo(200);
    assertThat(ids(events)).containsExactly("next");
  }

  @Test
  void a_body_that_does_not_come_is_answered() throws Exception {
    try (Socket socket = client.connect()) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write(
              "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"a\""
                  .getBytes(UTF_8));
      String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
      assertThat(answer).startsWith("HTTP/1.1 503 ").containsPattern("Retry-After: \\d+");
    }
    assertThat(events.rest()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/health,200",
    "GET,/health/,200",
    "HEAD,/health,200",
    "GET,/healthcheck,200",
    "GET,/healthcheck/,200",
    "GET,/ready,200",
    "GET,/ready/,200",
    "GET,/robots.txt,200",
    "GET,/metrics,200",
    "GET,/v1/events,405",
    "GET,/v1/track/,405",
    "POST,/pixel/v1/track,405",
    "POST,/health,405",
    "HEAD,/v1/events,405",
    "HEAD,/pixel?a=1,200",
    "HEAD,/pixel/v1/page,200",
    "HEAD,/pixel/v1/identify,404",
    "GET,/,404",
    "POST,/,404",
    "POST,/v1/nothing,404",
    "POST,/v1/track/more,404",
    "GET,/pixel/v1/identify,404",
    "PUT,/e,405",
    "DELETE,/e/,405",
    "PROPFIND,/e,405",
    "OPTIONS,/e,204",
  })
  void every_path_and_method_has_its_status(String method, String path, int status)
      throws Exception {
    HttpResponse<String> answer = client.send(method, path, "Accept", "nonsense");
    assertThat(answer.statusCode()).isEqualTo(status);
    if (status >= 400 && !method.equals("HEAD")) {
      assertThat(JSON.readTree(answer.body()).isObject()).isTrue();
    }
    assertThat(answer.headers().firstValue("Allow").isPresent()).isEqualTo(status == 405);
    assertThat(events.rest()).isEmpty();
  }

  @Test
  void a_client_cannot_talk_itself_onto_another_route() throws Exception {
    HttpResponse<String> answer =
        client.post(
            "/e", "{\"a\":1}", "X-HTTP-Method-Override", "GET", "Accept", "application/xml");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(events.rest()).hasSize(1);
  }

  @Test
  void headers_and_url_have_a_limit_and_errors_are_json() throws Exception {
    HttpResponse<String> fits = client.get("/health?" + "x".repeat(19_000));
    assertThat(fits.statusCode()).isEqualTo(200);
    for (HttpResponse<String> answer :
        List.of(
            client.get("/health?" + "x".repeat(21_000)),
            client.get("/health", "X-Long", "x".repeat(21_000)))) {
      assertThat(answer.statusCode()).isBetween(400, 499);
      assertThat(JSON.readTree(answer.body()).get("success").asBoolean(true)).isFalse();
      assertThat(answer.headers().firstValue("Server")).isEmpty();
    }
  }

  @Test
  void keys_name_the_source_in_their_order() throws Exception {
    try (Collector keyed =
        startCollector("keys: [{key: k1, source: web}, {key: k2, source: app}]")) {
      TestClient at = new TestClient(keyed.port());
      String basic = "Basic " + Base64.getEncoder().encodeToString("k1:".getBytes(UTF_8));
      assertThat(at.post("/e", "{\"a\":1}").statusCode()).isEqualTo(401);
      assertThat(at.post("/e?writeKey=k3", "{\"a\":1,\"writeKey\":\"k1\"}").statusCode())
          .isEqualTo(401);
      assertThat(at.post("/e?writeKey=k2", "{\"a\":1}", "Authorization", basic).statusCode())
          .isEqualTo(200);
      assertThat(at.post("/e?writeKey=k1", "{\"a\":1}", "X-Write-Key", "k2").statusCode())
          .isEqualTo(200);
      assertThat(at.post("/v1/events", "[{\"writeKey\":\"k1\"}]").statusCode()).isEqualTo(200);
      assertThat(at.get("/pixel?a=1&writeKey=k2").statusCode()).isEqualTo(200);
    }
    assertThat(envelopes(events))
        .extracting(e -> e.get("source").asText())
        .containsExactly("web", "app", "web", "app");
  }

  @Test
  void only_a_trusted_proxy_may_say_where_a_request_came_from() throws Exception {
    client.post("/e", "{\"a\":1}", "X-Forwarded-For", "203.0.113.7");
    try (Collector behind = startCollector("trusted-proxies: [127.0.0.0/8, 10.0.0.1]")) {
      TestClient at = new TestClient(behind.port());
      at.post("/e", "{\"a\":1}", "X-Forwarded-For", "6.6.6.6, 203.0.113.7, 10.0.0.1");
      at.post("/e", "{\"a\":1}", "X-Forwarded-For", "203.0.113.7, evil\"");
    }
    assertThat(envelopes(events))
        .extracting(e -> e.get("ip").asText())
        .containsExactly("127.0.0.1", "203.0.113.7", "127.0.0.1");
  }

  @Test
  void pages_of_an_allowed_origin_may_send() throws Exception {
    assertThat(client.post("/e", "{\"a\":1}", "Origin", "https://a.example").headers().map())
        .doesNotContainKeys("access-control-allow-origin", "vary");
    try (Collector web =
        startCollector(
            "allowed-origins: [\"https://a.example\"]", "keys: [{key: k, source: web}]")) {
      TestClient at = new TestClient(web.port());
      HttpResponse<String> preflight =
          at.send(
              "OPTIONS",
              "/v1/events",
              "Origin",
              "https://a.example",
              "Access-Control-Request-Method",
              "POST",
              "Access-Control-Request-Headers",
              "content-type,x-write-key");
      assertThat(preflight.statusCode()).isEqualTo(204);
      assertThat(header(preflight, "Access-Control-Allow-Origin")).isEqualTo("https://a.example");
      assertThat(header(preflight, "Access-Control-Allow-Headers"))
          .isEqualTo("content-type,x-write-key");
      HttpResponse<String> refused = at.post("/e", "{}", "Origin", "https://a.example");
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(header(refused, "Access-Control-Allow-Origin")).isEqualTo("https://a.example");
      assertThat(header(refused, "Access-Control-Expose-Headers")).isEqualTo("Retry-After");
      assertThat(header(refused, "Vary")).isEqualTo("Origin");
      HttpResponse<String> other = at.send("OPTIONS", "/e", "Origin", "https://b.example");
      assertThat(other.headers().map()).doesNotContainKey("access-control-allow-origin");
    }
  }

  @Test
  void a_call_of_an_sdk_gives_its_type_and_a_batch_is_taken_apart() throws Exception {
    for (String call : List.of("track", "t", "page/", "p", "screen", "s", "identify", "i/")) {
      assertThat(client.post("/v1/" + call, "{\"messageId\":\"x\"}").statusCode()).isEqualTo(200);
    }
    for (String call : List.of("group", "g", "alias", "a")) {
      client.post("/v1/" + call, "{\"type\":\"own\"}");
    }
    assertThat(envelopes(events))
        .extracting(e -> e.get("event").get("type").asText())
        .containsExactly(
            "track",
            "track",
            "page",
            "page",
            "screen",
            "screen",
            "identify",
            "identify",
            "own",
            "own",
            "own",
            "own");
    for (String path : List.of("/v1/batch", "/v1/import/", "/v1/b", "/beacon/v1/batch")) {
      client.post(
          path, "{\"sentAt\":\"now\",\"batch\":[{\"messageId\":\"1\"},{\"messageId\":\"2\"}]}");
    }
    List<JsonNode> ofBatches = envelopes(events);
    assertThat(ofBatches)
        .extracting(e -> e.get("event_id").asText())
        .containsExactly("1", "2", "1", "2", "1", "2", "1", "2");
    assertThat(ofBatches)
        .extracting(e -> e.get("batch").toString())
        .containsOnly("{\"sentAt\":\"now\"}");
    client.get("/pixel/v1/track?event=A&messageId=p");
    assertThat(envelopes(events).get(0).get("event").toString())
        .isEqualTo("{\"type\":\"track\",\"event\":\"A\",\"messageId\":\"p\"}");
  }

  @Test
  void what_stands_beside_a_batch_cannot_make_much_out_of_little() throws Exception {
    String many = "{\"messageId\":\"m\"},".repeat(999) + "{\"messageId\":\"m\"}";
    String context = "\"context\":\"" + "x".repeat(5_000) + "\"}";
    HttpResponse<String> refused = client.post("/v1/batch", "{\"batch\":[" + many + "]," + context);
    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(refused.body()).contains("beside the batch", "1000 times", "4194304");
    assertThat(events.rest()).isEmpty();
    client.post("/v1/batch", "{\"batch\":[{\"messageId\":\"m\"}]," + context);
    assertThat(envelopes(events).get(0).get("batch").get("context").asText()).hasSize(5_000);
  }

  @Test
  void above_its_rate_a_key_is_429_and_no_other() throws Exception {
    try (Collector limited =
        startCollector("keys: [{key: slow, source: a, rate-limit: 1}, {key: free, source: b}]")) {
      TestClient at = new TestClient(limited.port());
      String twenty = "{}\n".repeat(19) + "{\"a\":1}";
      assertThat(at.post("/v1/events?writeKey=slow", twenty).statusCode()).isEqualTo(200);
      HttpResponse<String> answer = at.post("/v1/events?writeKey=slow", "{\"a\":1}");
      assertThat(answer.statusCode()).isEqualTo(429);
      assertThat(Integer.parseInt(header(answer, "Retry-After"))).isBetween(5, 11);
      assertThat(at.post("/v1/events?writeKey=free", twenty).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void privacy_is_done_as_the_key_says() throws Exception {
    try (Collector keyed =
        startCollector(
            "keys: [{key: keep, source: a, privacy: keep}, {key: anon, source: b, privacy: anonymise},"
                + " {key: drop, source: c, privacy: drop}]")) {
      TestClient at = new TestClient(keyed.port());
      for (String key : List.of("keep", "anon", "drop")) {
        for (String header : List.of("DNT", "Sec-GPC")) {
          for (String value : List.of("1", "0")) {
            assertThat(at.post("/e?writeKey=" + key, "{\"a\":1}", header, value).body())
                .contains("\"accepted\":1");
          }
        }
      }
      assertThat(at.get("/metrics").body())
          .contains("tidemark_collector_dropped_events_total{source=\"c\"} 2.0");
    }
    assertThat(envelopes(events))
        .extracting(e -> e.get("source").asText() + " " + e.get("ip").asText())
        .containsExactly(
            "a 127.0.0.1",
            "a 127.0.0.1",
            "a 127.0.0.1",
            "a 127.0.0.1",
            "b null",
            "b 127.0.0.1",
            "b null",
            "b 127.0.0.1",
            "c 127.0.0.1",
            "c 127.0.0.1");
  }

  @Test
  void a_key_made_for_some_pages_is_no_key_for_others() throws Exception {
    try (Collector keyed =
        startCollector("keys: [{key: k, source: web, allowed-origins: [\"https://a.example\"]}]")) {
      TestClient at = new TestClient(keyed.port());
      HttpResponse<String> own =
          at.post("/e?writeKey=k", "{\"a\":1}", "Origin", "https://a.example");
      assertThat(own.statusCode()).isEqualTo(200);
      assertThat(header(own, "Access-Control-Allow-Origin")).isEqualTo("https://a.example");
      assertThat(at.post("/e?writeKey=k", "{\"a\":1}", "Origin", "https://b.example").statusCode())
          .isEqualTo(401);
      assertThat(at.post("/e?writeKey=k", "{\"a\":1}").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void metrics_count_what_happened_and_are_not_for_everybody() throws Exception {
    try (Collector watched = startCollector("access-log: true")) {
      TestClient at = new TestClient(watched.port());
      at.post("/v1/events", "[{\"a\":1},{\"a\":2},{}]");
      at.post("/v1/events", "nonsense");
      assertThat(at.get("/metrics").body().lines())
          .contains(
              "tidemark_collector_requests_total{status=\"200\"} 1.0",
              "tidemark_collector_requests_total{status=\"400\"} 1.0",
              "tidemark_collector_events_total{source=\"open\"} 2.0",
              "tidemark_collector_rejected_events_total{reason=\"empty\"} 1.0",
              "tidemark_collector_received_bytes_total 28.0",
              "tidemark_collector_durable_seconds_count 1",
              "tidemark_collector_kafka_away 0.0")
          .anyMatch(l -> l.startsWith("tidemark_collector_producer_buffered_bytes "))
          .anyMatch(l -> l.startsWith("jvm_memory_used_bytes{"));
      assertThat(at.get("/metrics", "X-Forwarded-For", "127.0.0.1").statusCode()).isEqualTo(404);
    }
    try (Collector closed = startCollector("metrics-from: [10.0.0.1]")) {
      assertThat(new TestClient(closed.port()).get("/metrics").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void bodies_that_wait_in_memory_are_bounded_together_and_given_back() throws Exception {
    try (Collector small =
        startCollector("max-body: 64 KiB", "max-event: 1 KiB", "max-buffered: 128 KiB")) {
      TestClient at = new TestClient(small.port());
      byte[] body = ("[{\"a\":1}" + " ".repeat(60_000) + "]").getBytes(UTF_8);
      String head = "POST /e HTTP/1.1\r\nHost: x\r\nContent-Length: 65000\r\n\r\n";
      try (Socket one = at.connect();
          Socket two = at.connect()) {
        for (Socket slow : List.of(one, two)) {
          slow.getOutputStream().write((head + " ".repeat(60_000)).getBytes(UTF_8));
        }
        await().until(() -> at.post("/v1/events", body).statusCode() == 503);
        assertThat(at.get("/health").statusCode()).isEqualTo(200);
      }
      await().until(() -> at.post("/v1/events", body).statusCode() == 200);
    }
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  private static List<String> ids(TopicReader topic) throws IOException {
    return envelopes(topic).stream().map(e -> e.get("event_id").asText()).toList();
  }

  private static List<JsonNode> envelopes(TopicReader topic) throws IOException {
    List<JsonNode> envelopes = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : topic.rest()) {
      envelopes.add(JSON.readTree(record.value()));
    }
    return envelopes;
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(plain);
    }
    return packed.toByteArray();
  }

  private static InputStream zeros(long size) {
    return new InputStream() {
      private long left = size;

      @Override
      public int read() {
        return left-- > 0 ? ' ' : -1;
      }

      @Override
      public int read(byte[] into, int from, int most) {
        if (left <= 0) {
          return -1;
        }
        int n = (int) Math.min(left, most);
        Arrays.fill(into, from, from + n, (byte) ' ');
        left -= n;
        return n;
      }
    };
  }
}
