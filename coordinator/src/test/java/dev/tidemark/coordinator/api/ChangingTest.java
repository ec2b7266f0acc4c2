package dev.tidemark.coordinator.api;

import static dev.tidemark.coordinator.api.ServedWorld.ALICE;
import static dev.tidemark.coordinator.api.ServedWorld.EVENTS;
import static dev.tidemark.coordinator.api.ServedWorld.code;
import static dev.tidemark.coordinator.api.ServedWorld.json;
import static dev.tidemark.coordinator.api.ServedWorld.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.coordinator.LineProcessing;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LogEntry;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person asks for: who may, and what the landing log says of it. */
class ChangingTest {
  private static final String HOUR = EVENTS + "/partitions/2026-08-22T10";
  private static final PartitionId ID = PartitionId.parse("2026-08-22T10");
  private static final String WHY = "{\"reason\": \"the feed was wrong\"}";

  private final ServedWorld served = new ServedWorld(ServedWorld.TOKENS);

  @AfterEach
  void stop() {
    served.close();
  }

  private void published() {
    served
        .world
        .lands("2026-08-22T10", "a")
        .watermarkReaches("2026-08-22T11:06:00Z")
        .coordinatorTicks();
  }

  private static void assertRefused(HttpResponse<String> response, int status, String code) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(code(response)).isEqualTo(code);
  }

  @Test
  void a_hold_says_who_from_where_and_why() {
    served.world.lands("2026-08-22T10", "a");
    HttpResponse<String> response = served.post(HOUR + "/hold", WHY);
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body())
        .isEqualTo(
            "{\"partition\":\"2026-08-22T10\",\"action\":\"hold\",\"by\":\"api alice 127.0.0.1\","
                + "\"reason\":\"the feed was wrong\"}");
    assertThat(served.newestEntry().by()).isEqualTo("api alice 127.0.0.1");
    assertThat(served.newestEntry().entry()).isEqualTo(new LogEntry.Held(ID, "the feed was wrong"));
  }

  @Test
  void a_release_lets_it_go_on() {
    served.world.lands("2026-08-22T10", "a");
    served.post(HOUR + "/hold", WHY);
    assertThat(served.post(HOUR + "/release", "{\"reason\":\"mended\"}").statusCode())
        .isEqualTo(200);
    assertThat(served.world.partition("2026-08-22T10").hold()).isEmpty();
    assertThat(served.newestEntry().entry()).isEqualTo(new LogEntry.Released(ID, "mended"));
  }

  @Test
  void what_failed_is_tried_again() {
    served.world.lands("2026-08-22T10", "a");
    assertRefused(served.post(HOUR + "/retry", WHY), 409, "refused");
    served.world.says(
        new LogEntry.Failed(
            ID, LogEntry.Action.PROCESS, Optional.empty(), "trouble", Optional.empty()));
    assertThat(served.post(HOUR + "/retry", WHY).statusCode()).isEqualTo(200);
    assertThat(served.world.partition("2026-08-22T10").failure()).isEmpty();
    assertThat(served.newestEntry().by()).isEqualTo("api alice 127.0.0.1");
  }

  @Test
  void a_close_is_forced_with_a_note() {
    served.world.lands("2026-08-22T10", "a");
    assertThat(served.post(HOUR + "/close", WHY).statusCode()).isEqualTo(200);
    LogEntry.Close close = (LogEntry.Close) served.newestEntry().entry();
    assertThat(close.reason()).isEqualTo(LogEntry.CloseReason.FORCED);
    assertThat(close.note()).contains("the feed was wrong");
    assertThat(served.newestEntry().by()).isEqualTo("api alice 127.0.0.1");
  }

  @Test
  void a_partition_is_processed_again_and_then_rolled_back() {
    published();
    assertThat(served.post(HOUR + "/reprocess", WHY).statusCode()).isEqualTo(200);
    served.world.coordinatorTicks();
    assertThat(served.world.partition("2026-08-22T10").publication().orElseThrow().revision())
        .isEqualTo(2);
    HttpResponse<String> back =
        served.post(HOUR + "/rollback", "{\"reason\":\"it was right before\",\"revision\":1}");
    assertThat(back.statusCode()).as(back.body()).isEqualTo(200);
    assertThat(json(back).get("revision").asInt()).isEqualTo(1);
    served.world.coordinatorTicks();
    assertThat(served.world.partition("2026-08-22T10").pin()).contains("it was right before");
  }

  @Test
  void a_dry_run_tells_the_plan_and_changes_nothing() {
    published();
    long version = served.world.state().version();
    JsonNode plan =
        json(served.post(EVENTS + "/reprocess", "{\"from\":\"2026-08-22T00\",\"dry_run\":true}"));
    assertThat(plan.get("dry_run").asBoolean()).isTrue();
    assertThat(plan.at("/partitions/0/partition").asText()).isEqualTo("2026-08-22T10");
    assertThat(plan.get("landed_rows").asLong()).isEqualTo(1);
    assertThat(plan.get("asked")).isEmpty();
    assertThat(served.world.state().version()).isEqualTo(version);
  }

  @Test
  void a_range_is_asked_for_hour_by_hour() {
    served
        .world
        .lands("2026-08-22T10", "a")
        .lands("2026-08-22T11", "b")
        .watermarkReaches("2026-08-22T12:06:00Z")
        .coordinatorTicks();
    served.post(EVENTS + "/partitions/2026-08-22T11/hold", WHY);
    JsonNode plan =
        json(
            served.post(
                EVENTS + "/reprocess",
                "{\"from\":\"2026-08-22T10\",\"to\":\"2026-08-22T11\",\"reason\":\"new column\"}"));
    assertThat(plan.get("asked")).hasSize(2);
    assertThat(plan.get("refused")).isEmpty();
    assertThat(served.newestEntry().entry()).isInstanceOf(LogEntry.Reprocess.class);
    assertThat(served.newestEntry().by()).isEqualTo("api alice 127.0.0.1");
  }

  private void threeHoursOfWhichTwoHaveBadLines() {
    served
        .world
        .lands("2026-08-22T09", "!bad")
        .lands("2026-08-22T10", "fine")
        .lands("2026-08-22T11", "a", "!bad", "!worse")
        .watermarkReaches("2026-08-22T12:06:00Z")
        .coordinatorTicks();
  }

  @Test
  void only_what_has_a_reason_of_quarantine_is_planned_and_only_what_was_planned_asked_for() {
    threeHoursOfWhichTwoHaveBadLines();
    JsonNode plan =
        json(
            served.post(
                EVENTS + "/reprocess",
                "{\"from\":\"2026-08-22T09\",\"to\":\"2026-08-22T11\",\"quarantine_reason\":\""
                    + LineProcessing.REASON.replace("\u0007", "\\u0007")
                    + "\",\"dry_run\":true}"));
    assertThat(plan.get("partitions").findValuesAsText("partition"))
        .containsExactly("2026-08-22T09", "2026-08-22T11");
    assertThat(plan.get("landed_rows").asLong()).isEqualTo(4);
    JsonNode done =
        json(
            served.post(
                EVENTS + "/reprocess",
                "{\"partitions\":[\"2026-08-22T11\",\"2026-08-22T09\",\"2026-08-22T09\"],\"reason\":\"mended\"}"));
    assertThat(done.get("asked").toString()).isEqualTo("[\"2026-08-22T09\",\"2026-08-22T11\"]");
    assertThat(served.world.partition("2026-08-22T10").reprocess()).isEmpty();
    assertThat(served.world.partition("2026-08-22T11").reprocess()).contains("mended");
  }

  @Test
  void a_reason_is_meant_as_it_is_and_not_as_a_part() {
    threeHoursOfWhichTwoHaveBadLines();
    String part = LineProcessing.REASON.substring(0, 6);
    assertRefused(
        served.post(
            EVENTS + "/reprocess",
            "{\"from\":\"2026-08-22T09\",\"quarantine_reason\":\"" + part + "\",\"dry_run\":true}"),
        409,
        "refused");
  }

  @Test
  void one_that_is_not_published_spoils_the_list() {
    threeHoursOfWhichTwoHaveBadLines();
    served.world.lands("2026-08-22T12", "a");
    HttpResponse<String> refused =
        served.post(
            EVENTS + "/reprocess",
            "{\"partitions\":[\"2026-08-22T09\",\"2026-08-22T12\"],\"reason\":\"mended\"}");
    assertRefused(refused, 409, "refused");
    assertThat(message(refused)).startsWith("2026-08-22T12 is not published yet");
    assertThat(served.world.partition("2026-08-22T09").reprocess()).isEmpty();
  }

  @Test
  void what_is_not_possible_is_refused_with_the_reason() {
    assertRefused(served.post(HOUR + "/hold", WHY), 404, "not_found");
    assertThat(message(served.post(HOUR + "/hold", WHY)))
        .isEqualTo("2026-08-22T10 holds nothing: no event of that time has landed.");
    served.world.lands("2026-08-22T10", "a");
    assertRefused(served.post(HOUR + "/reprocess", WHY), 409, "refused");
    assertRefused(served.post(HOUR + "/rollback", WHY), 409, "refused");
    assertRefused(served.post(HOUR + "/release", WHY), 409, "refused");
    assertRefused(
        served.post(EVENTS + "/reprocess", "{\"from\":\"2026-08-23T00\",\"reason\":\"x\"}"),
        409,
        "refused");
  }

  @Test
  void without_the_token_nothing_is_changed() {
    served.world.lands("2026-08-22T10", "a");
    long version = served.world.state().version();
    for (Optional<String> header :
        List.of(
            Optional.<String>empty(),
            Optional.of("Bearer"),
            Optional.of("Bearer "),
            Optional.of("Bearer " + ALICE + "x"),
            Optional.of("Bearer " + ALICE.substring(1)),
            Optional.of("Basic " + ALICE),
            Optional.of(ALICE),
            Optional.of("Bearer alice"))) {
      var request = served.posting(HOUR + "/hold", WHY);
      header.ifPresent(h -> request.header("Authorization", h));
      HttpResponse<String> response = served.send(request);
      assertRefused(response, 401, "unauthorized");
      assertThat(response.headers().firstValue("WWW-Authenticate")).isPresent();
      assertThat(response.body()).doesNotContain(ALICE);
    }
    assertThat(served.world.state().version()).isEqualTo(version);
  }

  @Test
  void no_token_and_a_wrong_one_are_told_apart() {
    served.world.lands("2026-08-22T10", "a");
    assertThat(message(served.send(served.posting(HOUR + "/hold", WHY))))
        .startsWith("This needs 'Authorization: Bearer TOKEN'");
    assertThat(
            message(
                served.send(
                    served
                        .posting(HOUR + "/hold", WHY)
                        .header("Authorization", "Bearer " + ALICE + "x"))))
        .isEqualTo("The token is none of those configured.");
  }

  @Test
  void a_token_in_the_query_or_a_cookie_is_none() {
    served.world.lands("2026-08-22T10", "a");
    assertRefused(
        served.send(
            served
                .posting(HOUR + "/hold?access_token=" + ALICE, WHY)
                .header("Cookie", "token=" + ALICE)),
        401,
        "unauthorized");
  }

  @Test
  void where_no_tokens_are_configured_nobody_may_change_anything() {
    try (ServedWorld readOnly = new ServedWorld(List.of())) {
      assertRefused(readOnly.post(HOUR + "/hold", WHY), 403, "forbidden");
      assertRefused(readOnly.send(readOnly.posting(EVENTS + "/reprocess", "")), 403, "forbidden");
    }
  }

  @Test
  void a_form_of_a_web_page_changes_nothing() {
    served.world.lands("2026-08-22T10", "a");
    for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "")) {
      var request =
          served
              .request(HOUR + "/hold")
              .header("Authorization", "Bearer " + ALICE)
              .POST(BodyPublishers.ofString(WHY));
      if (!type.isEmpty()) {
        request.header("Content-Type", type);
      }
      assertRefused(served.send(request), 415, "unsupported_media_type");
    }
    assertThat(served.world.partition("2026-08-22T10").hold()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "\"reason\"",
        "{}",
        "{\"reason\":\"\"}",
        "{\"reason\":\"   \"}",
        "{\"reason\":7}",
        "{\"reason\":null}",
        "{\"reason\":\"two\\nlines\"}",
        "{\"reason\":\"\\u001b[31m\"}",
        "{\"reason\":\"\\u202e\"}",
        "{\"reason\":\"x\",\"reason\":\"y\"}",
        "{\"reason\":\"x\"} {}",
        "{\"reason\":\"x\",\"force\":true}",
        "{\"reason\":\"x\",\"revision\":1}",
      })
  void a_body_that_says_something_else_is_a_bad_request(String body) {
    served.world.lands("2026-08-22T10", "a");
    assertRefused(served.post(HOUR + "/hold", body), 400, "bad_request");
    assertThat(served.world.partition("2026-08-22T10").hold()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"reason\":\"x\"}",
        "{\"reason\":\"x\",\"from\":\"2026-08-22\"}",
        "{\"reason\":\"x\",\"from\":20260822}",
        "{\"from\":\"2026-08-22T10\"}",
        "{\"reason\":\"x\",\"from\":\"2026-08-22T10\",\"dry_run\":\"yes\"}",
        "{\"reason\":\"x\",\"quarantine_reason\":\"y\"}",
        "{\"reason\":\"x\",\"partitions\":[]}",
        "{\"reason\":\"x\",\"partitions\":[1]}",
        "{\"reason\":\"x\",\"partitions\":[\"yesterday\"]}",
        "{\"reason\":\"x\",\"partitions\":\"2026-08-22T10\"}",
        "{\"reason\":\"x\",\"partitions\":[\"2026-08-22T10\"],\"from\":\"2026-08-22T10\"}",
        "{\"reason\":\"x\",\"partitions\":[\"2026-08-22T10\"],\"quarantine_reason\":\"y\"}",
      })
  void so_is_a_range_that_is_none(String body) {
    published();
    assertRefused(served.post(EVENTS + "/reprocess", body), 400, "bad_request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "\"1\"", "99999999999", "true"})
  void so_is_a_revision_that_is_no_number(String revision) {
    published();
    assertRefused(
        served.post(HOUR + "/rollback", "{\"reason\":\"x\",\"revision\":" + revision + "}"),
        400,
        "bad_request");
  }

  @Test
  void so_is_one_that_is_made_to_exhaust_the_reader() {
    served.world.lands("2026-08-22T10", "a");
    for (String body :
        List.of(
            "[".repeat(60_000),
            "{\"reason\":" + "{\"a\":".repeat(9_000),
            "{\"reason\":" + "9".repeat(60_000) + "}",
            "{\"" + "r".repeat(60_000) + "\":1}")) {
      assertRefused(served.post(HOUR + "/hold", body), 400, "bad_request");
    }
  }

  @Test
  void a_reason_has_at_most_five_hundred_characters() {
    served.world.lands("2026-08-22T10", "a");
    assertRefused(
        served.post(HOUR + "/hold", "{\"reason\":\"" + "x".repeat(10_000) + "\"}"),
        400,
        "bad_request");
    assertThat(served.post(HOUR + "/hold", "{\"reason\":\"" + "x".repeat(500) + "\"}").statusCode())
        .isEqualTo(200);
  }

  @Test
  void a_body_is_at_most_64_kibibytes() {
    served.world.lands("2026-08-22T10", "a");
    String large = "{\"reason\":\"" + "x".repeat(200_000) + "\"}";
    assertRefused(served.post(HOUR + "/hold", large), 413, "too_large");
    byte[] bytes = large.getBytes(UTF_8);
    assertRefused(
        served.send(
            served
                .request(HOUR + "/hold")
                .header("Authorization", "Bearer " + ALICE)
                .header("Content-Type", "application/json")
                // Chunked: no header says how much it is.
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)))),
        413,
        "too_large");
    assertThat(served.world.partition("2026-08-22T10").hold()).isEmpty();
  }

  @Test
  void whoever_asks_the_coordinator_goes_on() {
    published();
    served.world.lands("2026-08-22T10", "late");
    served.post(HOUR + "/close", WHY);
    served.world.timePasses(Duration.ofMinutes(1)).coordinatorTicks();
    assertThat(served.world.finalRows("2026-08-22T10")).containsExactly("a", "late");
  }
}
