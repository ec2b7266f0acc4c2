package dev.tidemark.coordinator.api;

import static dev.tidemark.coordinator.api.ServedWorld.EVENTS;
import static dev.tidemark.coordinator.api.ServedWorld.code;
import static dev.tidemark.coordinator.api.ServedWorld.json;
import static dev.tidemark.coordinator.api.ServedWorld.message;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.landing.PartitionId;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long answers, page by page. */
class ContinuingTest {
  private static final String LINES = EVENTS + "/partitions/2026-08-22T10/quarantine";

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

  private void published(String... lines) {
    served
        .world
        .lands("2026-08-22T10", lines)
        .watermarkReaches("2026-08-22T11:06:00Z")
        .coordinatorTicks();
  }

  @Test
  void lines_go_on_where_the_page_before_ended() {
    published("!a", "fine", "!\u00fc \ud83d\ude00", "!c", "!d", "!e");
    List<String> all = new ArrayList<>();
    String cursor = "";
    for (int page = 0; page < 3; page++) {
      JsonNode found = got(LINES + "?limit=2" + cursor);
      all.addAll(found.findValuesAsText("raw"));
      assertThat(found.has("next")).isEqualTo(page < 2);
      cursor = "&cursor=" + found.path("next").asText();
    }
    assertThat(all).containsExactly("!a", "!\u00fc \ud83d\ude00", "!c", "!d", "!e");
    assertThat(got(LINES + "?limit=5").has("next")).isFalse();
  }

  @Test
  void a_page_of_another_revision_is_refused() {
    published("!a", "!b", "!c");
    String next = got(LINES + "?limit=1").get("next").asText();
    served
        .world
        .lands("2026-08-22T10", "!late")
        .timePasses(Duration.ofMinutes(10))
        .coordinatorTicks();
    HttpResponse<String> stale = served.get(LINES + "?limit=1&cursor=" + next);
    assertThat(stale.statusCode()).isEqualTo(409);
    assertThat(code(stale)).isEqualTo("refused");
    assertThat(message(stale))
        .startsWith("Another revision of 2026-08-22T10 has taken the place")
        .endsWith("Begin again with the first line.");
    assertThat(got(LINES).get("rows")).hasSize(4);
  }

  @Test
  void what_is_not_published_has_no_lines() {
    served.world.lands("2026-08-22T10", "!a");
    assertThat(got(LINES).get("rows")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "e30", "!", "4oKs"})
  void a_cursor_that_none_was_given_is_a_bad_request(String cursor) {
    published("!a", "!b", "!c");
    assertThat(served.get(LINES + "?cursor=" + cursor).statusCode()).isEqualTo(400);
    assertThat(served.get(LINES + "?skip=1").statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 99_999})
  void so_is_one_at_which_no_line_begins(int offset) {
    published("!a", "!b", "!c");
    String next = got(LINES + "?limit=1").get("next").asText();
    String forged =
        new String(Base64.getUrlDecoder().decode(next), UTF_8)
            .replaceAll("\"offset\":\\d+", "\"offset\":" + offset);
    String cursor = Base64.getUrlEncoder().withoutPadding().encodeToString(forged.getBytes(UTF_8));
    HttpResponse<String> response = served.get(LINES + "?cursor=" + cursor);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
  }

  @Test
  void changes_are_told_the_oldest_first_and_as_many_entries_as_are_wanted() {
    published("a");
    served.world.lands("2026-08-22T11", "b");
    long newest = served.world.state().version();
    served.world.operations().hold(PartitionId.parse("2026-08-22T11"), "look");
    served.world.operations().release(PartitionId.parse("2026-08-22T11"), "seen");
    served.world.operations().hold(PartitionId.parse("2026-08-22T10"), "look");
    JsonNode first = got(EVENTS + "/changed?limit=2&since=" + newest);
    assertThat(first.findValuesAsText("partition")).containsExactly("2026-08-22T11");
    assertThat(first.get("version").asLong()).isEqualTo(newest + 2);
    assertThat(first.get("newest").asLong()).isEqualTo(newest + 3);
    JsonNode second = got(EVENTS + "/changed?limit=2&since=" + (newest + 2));
    assertThat(second.findValuesAsText("partition")).containsExactly("2026-08-22T10");
    assertThat(second.get("version").asLong()).isEqualTo(newest + 3);
    assertThat(got(EVENTS + "/changed").get("partitions")).isEmpty();
  }

  @Test
  void entries_that_are_gone_are_missed_in_the_middle_too() {
    published("a");
    served.logIsShortened();
    assertThat(served.get(EVENTS + "/changed?limit=1&since=1").statusCode()).isEqualTo(409);
  }
}
