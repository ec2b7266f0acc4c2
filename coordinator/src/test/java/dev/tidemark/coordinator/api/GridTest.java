package dev.tidemark.coordinator.api;

import static dev.tidemark.coordinator.api.ServedWorld.EVENTS;
import static dev.tidemark.coordinator.api.ServedWorld.code;
import static dev.tidemark.coordinator.api.ServedWorld.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.landing.EmptyHours;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.MemoryFileSystem.Fault.Effect;
import dev.tidemark.landing.log.LogEntry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many partitions in one answer. */
@Timeout(60)
class GridTest {
  private static final String DAY = EVENTS + "/grid?from=2026-08-22&to=2026-08-23";

  /** What is asked of the file system below the partitions' records. */
  private final AtomicInteger records = new AtomicInteger();

  private final ServedWorld served =
      ServedWorld.with(
          (operation, path) -> {
            if (path.startsWith("_landing/partitions/dt=")) {
              records.incrementAndGet();
            }
            return Effect.NONE;
          });

  @AfterEach
  void stop() {
    served.close();
  }

  private JsonNode got(String path) {
    HttpResponse<String> response = served.get(path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json(response);
  }

  private List<String> cells() {
    List<String> cells = new ArrayList<>();
    got(DAY).get("cells").forEach(c -> cells.add(c.toString()));
    return cells;
  }

  @Test
  void a_claim_of_what_rested_lapses_in_the_grid_too() {
    served
        .world
        .lands("2026-08-22T10", "a")
        .watermarkReaches("2026-08-22T11:06:00Z")
        .coordinatorTicks();
    PartitionId id = PartitionId.parse("2026-08-22T10");
    served.world.operations().reprocess(id, "again");
    served.world.says(
        new LogEntry.Claim(id, "attempt", served.world.now().plus(Duration.ofMinutes(1))));
    assertThat(cells()).singleElement().asString().contains("PROCESSING");
    served.world.timePasses(Duration.ofMinutes(2));
    assertThat(cells()).singleElement().asString().doesNotContain("PROCESSING");
  }

  @Test
  void a_cell_has_the_standing_and_the_counts_of_its_partition() {
    served
        .world
        .lands("2026-08-22T10", "a", "b", "b", "!c")
        .lands("2026-08-22T12", "d")
        .watermarkReaches("2026-08-22T13:06:00Z")
        .coordinatorTicks()
        .lands("2026-08-22T13", "e");
    served.world.operations().hold(PartitionId.parse("2026-08-22T13"), "look");
    served.world.lands("2026-08-22T14", "f", "g");
    JsonNode grid = got(DAY);
    assertThat(grid.get("version").asLong()).isEqualTo(served.world.state().version());
    assertThat(grid.get("granularity").asText()).isEqualTo("PT1H");
    assertThat(grid.get("from").asText()).isEqualTo("2026-08-22");
    assertThat(grid.has("more_from")).isFalse();
    assertThat(cells())
        .containsExactly(
            "[\"2026-08-22T10\",\"ARCHIVED\",2,1,1,4,1,[]]",
            "[\"2026-08-22T11\",\"EMPTY\",0,0,1,0,1,[]]",
            "[\"2026-08-22T12\",\"ARCHIVED\",1,0,1,1,1,[]]",
            "[\"2026-08-22T13\",\"HELD\",0,0,0,1,1,[]]",
            "[\"2026-08-22T14\",\"OPEN\",0,0,0,2,1,[]]");
  }

  @Test
  void a_partition_that_comes_back_is_told_anew() {
    served
        .world
        .lands("2026-08-22T10", "a")
        .watermarkReaches("2026-08-22T11:06:00Z")
        .coordinatorTicks();
    assertThat(cells()).containsExactly("[\"2026-08-22T10\",\"ARCHIVED\",1,0,1,1,1,[]]");
    served.world.lands("2026-08-22T10", "b");
    assertThat(cells()).containsExactly("[\"2026-08-22T10\",\"LATE\",1,0,1,2,2,[\"late\"]]");
    served
        .world
        .timePasses(java.time.Duration.ofHours(2))
        .watermarkAlone("2026-08-22T11:07:00Z")
        .coordinatorTicks();
    assertThat(cells()).containsExactly("[\"2026-08-22T10\",\"RESTATED\",2,0,2,2,2,[\"revised\"]]");
    served.world.operations().reprocess(PartitionId.parse("2026-08-22T10"), "again");
    served.world.coordinatorTicks();
    assertThat(cells()).containsExactly("[\"2026-08-22T10\",\"RESTATED\",2,0,3,2,2,[\"revised\"]]");
  }

  @Test
  void an_hour_that_is_skipped_is_empty_and_late_once_something_lands_in_it() {
    served
        .world
        .emptyHoursAre(EmptyHours.SKIP)
        .lands("2026-08-22T10", "a")
        .watermarkReaches("2026-08-22T12:06:00Z")
        .coordinatorTicks();
    assertThat(cells().get(1)).isEqualTo("[\"2026-08-22T11\",\"EMPTY\",0,0,0,0,1,[]]");
    served.world.lands("2026-08-22T11", "b");
    assertThat(cells().get(1)).isEqualTo("[\"2026-08-22T11\",\"LATE\",0,0,0,1,2,[\"late\"]]");
  }

  @Test
  void what_failed_is_told_as_such() {
    served
        .world
        .lands("2026-08-22T10", "a")
        .poison("2026-08-22T10", new LandingException.NeedsOperator("damaged"))
        .watermarkReaches("2026-08-22T11:06:00Z")
        .coordinatorTicks();
    assertThat(cells().get(0)).contains("FAILED");
  }

  @Test
  void a_record_is_read_once_until_an_entry_is_about_it() {
    served
        .world
        .lands("2026-08-22T01", "a")
        .watermarkReaches("2026-08-22T20:06:00Z")
        .coordinatorTicks();
    assertThat(cells()).hasSize(19);
    records.set(0);
    assertThat(cells()).hasSize(19);
    assertThat(records).hasValue(0);
    served.world.lands("2026-08-22T04", "late");
    records.set(0);
    assertThat(cells()).hasSize(19).anySatisfy(c -> assertThat(c).contains("LATE"));
    int first = records.get();
    assertThat(first).isBetween(1, 4);
    assertThat(cells()).hasSize(19);
    assertThat(records).hasValue(first);
  }

  @Test
  void an_answer_is_bounded_and_says_where_it_goes_on() {
    served
        .world
        .lands("2026-07-01T00", "a")
        .watermarkReaches("2026-08-22T00:06:00Z")
        .coordinatorTicks();
    JsonNode first = got(EVENTS + "/grid?from=2026-06-01&to=2026-09-01");
    assertThat(first.get("more_from").asText()).isEqualTo("2026-08-12");
    assertThat(first.get("cells")).hasSize(42 * 24);
    JsonNode rest = got(EVENTS + "/grid?to=2026-09-01&from=" + first.get("more_from").asText());
    assertThat(rest.has("more_from")).isFalse();
    assertThat(rest.get("cells")).hasSize(10 * 24);
    assertThat(rest.at("/cells/0/0").asText()).isEqualTo("2026-08-12T00");
    JsonNode again = got(EVENTS + "/grid?from=2026-06-01&to=2026-09-01");
    assertThat(again.has("more_from")).isFalse();
    assertThat(again.get("cells")).hasSize(52 * 24);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?from=2026-08-22",
        "?from=2026-08-22&to=2026-08-22",
        "?from=2026-08-22&to=2026-08-21",
        "?from=2026-01-01&to=2027-02-06",
        "?from=2026-02-30&to=2026-03-01",
        "?from=2026-08-22T00&to=2026-08-23",
        "?from=-999999999-01-01&to=2026-08-23",
        "?from=2026-08-22&to=2026-08-23&state=open",
      })
  void days_that_cannot_be_meant_are_a_bad_request(String query) {
    served.world.lands("2026-08-22T10", "a");
    HttpResponse<String> response = served.get(EVENTS + "/grid" + query);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(code(response)).isEqualTo("bad_request");
  }
}
