package dev.tidemark.coordinator.api;

import static dev.tidemark.coordinator.api.ServedWorld.EVENTS;
import static dev.tidemark.coordinator.api.ServedWorld.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.landing.EmptyHours;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much flows, as the log and the collectors tell it. */
@Timeout(60)
class FlowTest {
  private final ServedWorld served = new ServedWorld(List.of());

  @AfterEach
  void stop() {
    served.close();
  }

  private JsonNode got(String path) {
    HttpResponse<String> response = served.get(EVENTS + path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json(response);
  }

  private static List<Double> rates(JsonNode rates) {
    List<Double> all = new ArrayList<>();
    rates.forEach(r -> all.add(r.isNull() ? null : r.asDouble()));
    return all;
  }

  /** Clock at 12:00:00 at first. */
  @Test
  void what_landed_and_was_published_is_told_by_the_times_of_its_entries() {
    served
        .world
        .lands("2026-08-22T11", "a", "b", "b", "!c")
        .watermarkReaches("2026-08-22T12:06:00Z")
        .coordinatorTicks()
        .timePasses(Duration.ofSeconds(15))
        .lands("2026-08-22T12", "d");
    served.world.timePasses(Duration.ofSeconds(15));
    JsonNode flow = got("/flow?minutes=10");
    assertThat(flow.get("step_seconds").asInt()).isEqualTo(10);
    assertThat(flow.get("from").asText()).isEqualTo("2026-08-22T11:56:30Z");
    assertThat(flow.has("known_from")).isFalse();
    List<Double> landed = rates(flow.get("landed"));
    assertThat(landed).hasSize(60);
    // At 12:00:00 four, at 12:06:15 one.
    assertThat(landed.get(21)).isEqualTo(0.4);
    assertThat(landed.get(58)).isEqualTo(0.1);
    assertThat(landed.stream().mapToDouble(d -> d).sum()).isEqualTo(0.5);
    List<Double> published = rates(flow.get("published"));
    assertThat(published.get(57)).isEqualTo(0.2);
    assertThat(published.stream().mapToDouble(d -> d).sum()).isEqualTo(0.2);
    assertThat(rates(flow.get("received"))).hasSize(60).containsOnlyNulls();
    assertThat(flow.get("collectors")).isEmpty();
  }

  @Test
  void how_late_a_partition_was_is_told_with_what_was_promised() {
    served
        .world
        .lands("2026-08-22T11", "a")
        .watermarkReaches("2026-08-22T12:06:00Z")
        .coordinatorTicks()
        .lands("2026-08-22T12", "b")
        .clockReaches("2026-08-22T13:01:00Z");
    JsonNode flow = got("/flow");
    assertThat(flow.get("service_level_seconds").asLong()).isEqualTo(1800);
    assertThat(flow.get("delays").toString())
        .isEqualTo(
            "[{\"partition\":\"2026-08-22T11\",\"published\":\"2026-08-22T12:06:00Z\",\"seconds\":360},"
                + "{\"partition\":\"2026-08-22T12\"}]");
  }

  @Test
  void an_hour_that_is_skipped_is_not_late() {
    served
        .world
        .emptyHoursAre(EmptyHours.SKIP)
        .lands("2026-08-22T11", "a")
        .watermarkReaches("2026-08-22T12:06:00Z")
        .coordinatorTicks()
        .watermarkReaches("2026-08-22T13:06:00Z")
        .coordinatorTicks();
    assertThat(got("/flow").get("delays").toString())
        .isEqualTo(
            "[{\"partition\":\"2026-08-22T11\",\"published\":\"2026-08-22T12:06:00Z\",\"seconds\":360}]");
  }

  @Test
  void how_far_each_topic_partition_has_come_is_told() {
    served.world.lands("2026-08-22T11", "a", "b").hasInKafka(7);
    served.world.watermarkReaches("2026-08-22T12:06:00Z");
    JsonNode flow = got("/flow");
    assertThat(flow.get("watermark").asText()).isEqualTo("2026-08-22T12:06:00Z");
    assertThat(flow.get("sources").toString())
        .isEqualTo(
            "[{\"topic\":\"events\",\"partition\":0,\"landed\":2,\"end\":7,\"behind\":5,\"idle\":false}]");
    served.world.lands("2026-08-22T11", "c", "d", "e", "f", "g");
    assertThat(got("/flow").at("/sources/0/idle").asBoolean()).isTrue();
  }

  @Test
  void what_lies_before_the_entries_that_are_kept_is_not_known() {
    served.world.lands("2026-08-22T11", "a").timePasses(Duration.ofMinutes(2));
    served.logIsShortened();
    served.world.timePasses(Duration.ofSeconds(10)).lands("2026-08-22T11", "b");
    served.world.timePasses(Duration.ofSeconds(30));
    JsonNode flow = got("/flow?minutes=10");
    assertThat(flow.get("known_from").asText()).startsWith("2026-08-22T12:02:0");
    List<Double> landed = rates(flow.get("landed"));
    assertThat(landed.get(10)).isNull();
    assertThat(landed.stream().filter(d -> d != null).mapToDouble(d -> d).sum()).isEqualTo(0.1);
  }

  @Test
  void what_collectors_could_not_take_is_told_by_reason() throws IOException {
    JsonNode without = got("/rejected");
    assertThat(without.has("reasons")).isFalse();
    assertThat(without.at("/commands/show").asText()).isEqualTo("tidemark rejected show");
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/metrics",
        exchange -> {
          byte[] body =
              """
              # TYPE tidemark_collector_events_total counter
              tidemark_collector_events_total{source="web"} 12.0
              tidemark_collector_rejected_events_total{reason="too_large"} 2.0
              tidemark_collector_rejected_events_total{reason="not_json"} 5.0
              """
                  .getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    collector.start();
    try {
      served.collectsFrom(URI.create("http://127.0.0.1:" + collector.getAddress().getPort()));
      await().until(() -> got("/rejected").has("reasons"));
      JsonNode rejected = got("/rejected");
      assertThat(rejected.get("reasons").toString())
          .isEqualTo(
              "[{\"code\":\"not_json\",\"events\":5},{\"code\":\"too_large\",\"events\":2}]");
      assertThat(rejected.at("/collectors/0/read_at").asText()).isNotEmpty();
    } finally {
      collector.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"?minutes=0", "?minutes=1441", "?minutes=x", "?hours=1"})
  void a_time_that_cannot_be_meant_is_a_bad_request(String query) {
    served.world.lands("2026-08-22T10", "a");
    assertThat(served.get(EVENTS + "/flow" + query).statusCode()).isEqualTo(400);
  }
}
