package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is published, looked at with {@code sql} and {@code quarantine}. */
class PublishedDataIT {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

  @TempDir private static Path root;
  private static World world;
  private final Tidemark tidemark = new Tidemark(root, Duration.ZERO);

  /** Hours 13 and 14 are published with Spark, hour 15 is open. */
  @BeforeAll
  static void publishedHours() {
    world = new World(FileSystems.open(root.toUri()), Granularity.HOUR, root.toUri());
    world.lands(H13, event("a", "shoes"), event("b", "hats"), "not \u001b[2J JSON", "{\"n\":1}");
    world.lands(H14, event("c", "socks"), "no JSON either");
    world.watermarkReaches("2026-08-22T15:06:00Z").coordinatorTicks();
    world.lands("2026-08-22T15", event("d", "open"));
    Tidemark tidemark = new Tidemark(root, Duration.ZERO);
    assertThat(tidemark.run("reprocess", "--from", H13, "--to", H14, "--yes"))
        .as(tidemark.err())
        .isZero();
  }

  @Test
  void sql_is_answered_as_a_table() {
    String sql = "select hr, search_query from search where hr = '13' order by search_query";
    assertThat(tidemark.run("sql", sql)).as(tidemark.err()).isZero();
    assertThat(tidemark.out())
        .isEqualToNormalizingNewlines("hr  search_query\n13  hats\n13  shoes\n");
    assertThat(tidemark.err())
        .isEqualToNormalizingNewlines("Spark starts, which takes some seconds.\n");
  }

  @Test
  void sql_is_answered_as_csv_and_json() throws Exception {
    String sql = "select count(*) as n, min(event_time) as first from events";
    assertThat(tidemark.run("sql", sql, "-o", "csv")).isZero();
    assertThat(tidemark.out()).isEqualToNormalizingNewlines("n,first\n3,2026-08-22T13:04:05Z\n");
    assertThat(tidemark.run("sql", sql, "-o", "json")).isZero();
    assertThat(tidemark.json().get(0).get("n").asInt()).isEqualTo(3);
  }

  @Test
  void rows_past_the_limit_are_hinted_at() {
    String sql = "select search_query from search order by search_query";
    assertThat(tidemark.run("sql", sql, "--limit", "2")).isZero();
    assertThat(tidemark.out().lines()).containsExactly("search_query", "hats", "shoes");
    assertThat(tidemark.err()).contains("2 rows are shown. There are more: --limit N");
    assertThat(tidemark.run("sql", sql, "--limit", "0")).isZero();
    assertThat(tidemark.out().lines()).hasSize(4);
    assertThat(tidemark.err()).doesNotContain("There are more");
    assertThat(tidemark.run("sql", sql, "--limit", "-1")).isEqualTo(2);
  }

  @Test
  void a_mistake_in_sql_is_wrong_usage_and_shows_no_stack() {
    for (String sql : List.of("selekt 1", "select nothing from search", "drop view search")) {
      assertThat(tidemark.run("sql", sql)).isEqualTo(2);
      assertThat(tidemark.err()).isNotBlank().doesNotContain("\tat ", "org.apache.spark");
    }
  }

  @Test
  void an_hour_that_is_being_published_is_named() {
    PartitionId h13 = PartitionId.parse(H13);
    try {
      world.operations().reprocess(h13, "test");
      world.says(new LogEntry.Claim(h13, "never", world.now()));
      PartitionState p = world.partition(H13);
      world.says(
          new LogEntry.Publish(
              h13,
              p.published(),
              "never",
              world.state().version(),
              p.publication().orElseThrow().counts(),
              "hash"));
      assertThat(tidemark.run("sql", "select count(*) from events")).isZero();
      assertThat(tidemark.err()).contains("Being published").contains(H13);
    } finally {
      world.says(
          new LogEntry.Failed(
              h13,
              LogEntry.Action.PUBLISH,
              Optional.of("never"),
              "given up by the test",
              Optional.empty()));
    }
  }

  @Test
  void the_quarantine_is_counted_by_reason() throws Exception {
    assertThat(tidemark.run("quarantine")).isZero();
    assertThat(tidemark.out())
        .isEqualToNormalizingNewlines(
            """
            REASON                         ROWS  PARTITIONS  FIRST          LAST
            not valid JSON                    2           2  2026-08-22T13  2026-08-22T14
            missing required field 'type'     1           1  2026-08-22T13  2026-08-22T13
            """);
    assertThat(tidemark.run("quarantine", H13, "-o", "json")).isZero();
    assertThat(tidemark.json()).hasSize(2);
    assertThat(tidemark.run("quarantine", "--from", H14, "-o", "json")).isZero();
    assertThat(tidemark.json().get(0).get("rows").asInt()).isEqualTo(1);
    assertThat(tidemark.run("quarantine", "--reason", "MISSING", "-o", "json")).isZero();
    assertThat(tidemark.json()).hasSize(1);
  }

  @Test
  void quarantined_lines_are_shown_with_reason_and_place_and_cannot_harm_a_terminal() {
    assertThat(tidemark.run("quarantine", "show", H13, "--reason", "JSON")).isZero();
    assertThat(tidemark.out().replaceAll("\\s+", " "))
        .contains("2026-08-22T13 not valid JSON (events-0, offset 2; archive/dt=2026-08-22/hr=13/")
        .contains(".json line 3)")
        .contains(" not \\u001b[2J JSON")
        .doesNotContain("\u001b", "missing");
  }

  @Test
  void quarantined_lines_are_exact_in_json() throws Exception {
    assertThat(tidemark.run("quarantine", "show", "-o", "json")).isZero();
    assertThat(tidemark.json())
        .extracting(row -> row.get("raw").asText())
        .containsExactlyInAnyOrder("not \u001b[2J JSON", "{\"n\":1}", "no JSON either");
    assertThat(tidemark.run("quarantine", "show", "-n", "1", "-o", "json")).isZero();
    assertThat(tidemark.json()).hasSize(1);
    assertThat(tidemark.err()).contains("There are more");
  }

  @Test
  void an_hour_that_is_not_published_has_no_quarantine_to_look_at() {
    assertThat(tidemark.run("quarantine", "2026-08-22T15")).isEqualTo(3);
    assertThat(tidemark.run("quarantine", "2026-08-22T03")).isEqualTo(3);
    assertThat(tidemark.run("quarantine", H13, "--to", H14)).isEqualTo(2);
    assertThat(tidemark.run("quarantine", "show", "yesterday")).isEqualTo(2);
  }

  @Test
  void a_root_without_a_log_is_refused_before_spark_starts(@TempDir Path empty) {
    Tidemark fresh = new Tidemark(empty);
    assertThat(fresh.run("sql", "select 1")).isEqualTo(3);
    assertThat(fresh.err()).contains("There is no landing log in file:");
  }

  private static String event(String id, String query) {
    return "{\"event_id\":\""
        + id
        + "\",\"received_at\":\"2026-08-22T13:04:05.678Z\",\"source\":\"web\",\"event\":{"
        + "\"sid\":\"s1\",\"timestamp\":\"2026-08-22T13:04:05\",\"type\":\"search\","
        + "\"searchQuery\":\""
        + query
        + "\"}}";
  }
}
