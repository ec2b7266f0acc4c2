package dev.tidemark.coordinator.api;

import static dev.tidemark.coordinator.api.ServedWorld.EVENTS;
import static dev.tidemark.coordinator.api.ServedWorld.code;
import static dev.tidemark.coordinator.api.ServedWorld.json;
import static dev.tidemark.coordinator.api.ServedWorld.message;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions, of whoever can reach the port. */
class ReadingTest {
  private final ServedWorld served = new ServedWorld(List.of());

  @AfterEach
  void stop() {
    served.close();
  }

  private JsonNode got(String path) {
    HttpResponse<String> response = served.get(path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json(response);
  }

  private static List<String> partitions(JsonNode page) {
    List<String> names = new ArrayList<>();
    page.get("partitions").forEach(p -> names.add(p.get("partition").asText()));
    return names;
  }

  private void threeHours() {
    served
        .world
        .lands("2026-08-22T10", "a", "b", "b")
        .lands("2026-08-22T11", "c")
        .watermarkReaches("2026-08-22T12:06:00Z")
        .coordinatorTicks()
        .lands("2026-08-22T12", "d");
  }

  @Test
  void the_datasets_are_told() {
    JsonNode first = got("/api/v1/datasets").at("/datasets/0");
    assertThat(first.get("name").asText()).isEqualTo("events");
    assertThat(first.get("granularity").asText()).isEqualTo("PT1H");
    assertThat(first.get("grace").asText()).isEqualTo("PT5M");
  }

  @Test
  void partitions_are_listed_as_the_command_line_does() {
    threeHours();
    JsonNode page = got(EVENTS + "/partitions");
    assertThat(partitions(page)).containsExactly("2026-08-22T10", "2026-08-22T11", "2026-08-22T12");
    assertThat(page.has("next")).isFalse();
    assertThat(page.at("/partitions/0").toString())
        .isEqualTo(
            "{\"partition\":\"2026-08-22T10\",\"standing\":\"ARCHIVED\",\"generations\":1,\"files\":1,"
                + "\"bytes\":6,\"landed\":3,\"revision\":1,\"out\":2,\"duplicates\":1,\"quarantined\":0}");
  }

  @Test
  void a_range_a_state_and_a_limit_narrow_the_list() {
    threeHours();
    assertThat(partitions(got(EVENTS + "/partitions?from=2026-08-22T11")))
        .containsExactly("2026-08-22T11", "2026-08-22T12");
    assertThat(partitions(got(EVENTS + "/partitions?from=2026-08-22T11&to=2026-08-22T11")))
        .containsExactly("2026-08-22T11");
    assertThat(partitions(got(EVENTS + "/partitions?state=open"))).containsExactly("2026-08-22T12");
    assertThat(partitions(got(EVENTS + "/partitions?from=2026-08-23T00"))).isEmpty();
    JsonNode page = got(EVENTS + "/partitions?limit=2");
    assertThat(partitions(page)).containsExactly("2026-08-22T11", "2026-08-22T12");
    assertThat(page.get("next").asText()).isEqualTo("2026-08-22T10");
    assertThat(partitions(got(EVENTS + "/partitions?limit=2&to=" + page.get("next").asText())))
        .containsExactly("2026-08-22T10");
  }

  @Test
  void one_that_is_not_at_rest_is_found_however_many_came_after_it() {
    served.world.lands("2026-08-22T09", "old");
    served.world.operations().hold(PartitionId.parse("2026-08-22T09"), "look first");
    threeHours();
    assertThat(partitions(got(EVENTS + "/partitions?state=held&limit=1")))
        .containsExactly("2026-08-22T09");
    assertThat(partitions(got(EVENTS + "/partitions?state=ARCHIVED&limit=2")))
        .containsExactly("2026-08-22T11");
  }

  @Test
  void one_partition_is_told_with_its_files_and_revision() {
    threeHours();
    JsonNode one = got(EVENTS + "/partitions/2026-08-22T10");
    assertThat(one.at("/summary/standing").asText()).isEqualTo("ARCHIVED");
    assertThat(one.at("/state/publication/counts/duplicates").asInt()).isEqualTo(1);
    assertThat(one.at("/generations/0/directory").asText())
        .isEqualTo("archive/dt=2026-08-22/hr=10/gen=0");
    assertThat(one.at("/generations/0/files/0/rows").asInt()).isEqualTo(3);
    assertThat(one.at("/generations/0/step").asText()).isEqualTo("ARCHIVED");
  }

  @Test
  void what_a_partition_waits_for_is_explained() {
    threeHours();
    JsonNode waits = got(EVENTS + "/partitions/2026-08-22T12/explain");
    assertThat(waits.get("partition").asText()).isEqualTo("2026-08-22T12");
    assertThat(waits.get("waits_for").asText()).contains("2026-08-22T13:05:00Z");
  }

  @Test
  void the_end_of_the_log_is_told_all_of_it_or_for_one_partition() {
    threeHours();
    long version = served.world.state().version();
    JsonNode tail = got(EVENTS + "/log?last=3");
    assertThat(tail.get("version").asLong()).isEqualTo(version);
    assertThat(tail.get("entries")).hasSize(3);
    assertThat(tail.at("/entries/2/version").asLong()).isEqualTo(version);
    assertThat(tail.get("from").asLong()).isEqualTo(version - 2);
    List<String> types = new ArrayList<>();
    got(EVENTS + "/log?partition=2026-08-22T11")
        .get("entries")
        .forEach(e -> types.add(e.at("/entry/type").asText()));
    assertThat(types)
        .containsExactly("land", "close", "staged", "claim", "publish", "published", "archived");
  }

  @Test
  void quarantined_lines_are_counted_by_reason() {
    threeHours();
    JsonNode reasons = got(EVENTS + "/quarantine?from=2026-08-22T10");
    assertThat(reasons.get("reasons")).isEmpty();
    assertThat(reasons.get("partitions").asInt()).isEqualTo(2);
  }

  @Test
  void a_failed_partition_says_why() {
    served
        .world
        .lands("2026-08-22T10", "a")
        .poison("2026-08-22T10", new LandingException.NeedsOperator("a file is damaged"))
        .watermarkReaches("2026-08-22T11:06:00Z")
        .coordinatorTicks();
    assertThat(got(EVENTS + "/partitions?state=failed").at("/partitions/0/note").asText())
        .isEqualTo("a file is damaged");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/partitions/2026-08-22",
        "/partitions/2026-08-22T24",
        "/partitions/2026-08-22T10:30",
        "/partitions/..%2f..%2f_landing",
        "/partitions/%00/explain",
        "/partitions/2026-08-22T10%0d%0aX-Evil:%201",
        "/partitions/%D9%A2026-08-22T10",
        "/partitions?form=2026-08-22T10",
        "/partitions?from=yesterday",
        "/partitions?from=2026-08-22T10&from=2026-08-22T11",
        "/partitions?state=lost",
        "/partitions?limit=0",
        "/partitions?limit=1001",
        "/partitions?limit=-1",
        "/log?last=99999999999999999999",
        "/log?last=1e9",
        "/log?partition=x",
        "/quarantine?to=..",
      })
  void what_cannot_be_meant_is_a_bad_request(String path) {
    HttpResponse<String> response = served.get(EVENTS + path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(code(response)).isEqualTo("bad_request");
    assertThat(response.headers().firstValue("X-Evil")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/datasets/other/partitions",
        "/api/v1/datasets/%2e%2e/partitions",
        "/api/v1/datasets/events/partitions/2026-08-22T10",
      })
  void what_is_not_there_is_not_found(String path) {
    threeHoursElsewhere();
    HttpResponse<String> response = served.get(path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(404);
    assertThat(code(response)).isEqualTo("not_found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/elsewhere",
        "/api",
        "/api/v1",
        "/api/v2/datasets",
        "/api/v1/datasets/events",
        "/api/v1/datasets/events/partitions/",
        "/favicon.ico",
      })
  void where_nothing_is_ever_found_is_another_matter(String path) {
    HttpResponse<String> response = served.get(path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(404);
    assertThat(code(response)).isEqualTo("no_endpoint");
  }

  private void threeHoursElsewhere() {
    served.world.lands("2026-08-22T11", "a");
  }

  @Test
  void a_dataset_that_is_not_there_is_answered_with_those_that_are() {
    assertThat(message(served.get("/api/v1/datasets/other/log")))
        .isEqualTo("There is no such dataset. There is events.");
  }

  @Test
  void another_host_than_loopback_needs_a_token_for_reading_too() {
    try (ServedWorld open =
        new ServedWorld(
            ServedWorld.TOKENS, "0.0.0.0", new MemoryFileSystem(), UnaryOperator.identity())) {
      assertThat(open.get(EVENTS + "/partitions").statusCode()).isEqualTo(401);
      assertThat(open.get("/api/v1/datasets").statusCode()).isEqualTo(401);
      assertThat(
              open.send(
                      open.request(EVENTS + "/partitions")
                          .header("Authorization", "Bearer " + ServedWorld.ALICE))
                  .statusCode())
          .isEqualTo(200);
      assertThat(open.get("/metrics").statusCode()).isEqualTo(200);
      assertThat(open.get("/health").statusCode()).isEqualTo(200);
    }
  }
}
