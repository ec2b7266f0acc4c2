package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.LandingState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparkQueryIT {
  private static final String H08 = "2026-08-22T08";
  private static final String H09 = "2026-08-22T09";

  @TempDir Path root;
  @TempDir Path declarations;

  @Test
  void hours_are_answered_from_as_tables_by_type() throws IOException {
    EventTypes types = types("{name: word, path: word}");
    published(H08, types, event("search", "shoes"), event("search", "hats"), event("other", "x"));
    published(H09, types, event("search", "socks"));

    assertThat(ask(types, "select hr, word from search order by word"))
        .containsExactly("[\"08\",\"hats\"]", "[\"08\",\"shoes\"]", "[\"09\",\"socks\"]");
    assertThat(ask(types, "select dt, hr, type, count(*) from events group by all order by all;"))
        .containsExactly(
            "[\"2026-08-22\",\"08\",\"search\",2]",
            "[\"2026-08-22\",\"08\",\"unknown\",1]",
            "[\"2026-08-22\",\"09\",\"search\",1]");
    assertThat(ask(types, "select get_json_object(properties, '$.word') from unknown"))
        .containsExactly("[\"x\"]");
  }

  @Test
  void a_type_of_which_nothing_came_is_an_empty_table() throws IOException {
    EventTypes types = types("{name: word, path: word}");
    assertThat(ask(types, "select count(word), count(dt) from view")).containsExactly("[0,0]");
    published(H08, types, event("search", "shoes"));
    assertThat(ask(types, "select count(word), count(dt) from view")).containsExactly("[0,0]");
  }

  @Test
  void a_column_that_was_added_later_is_null_in_older_hours() throws IOException {
    published(H08, types("{name: word, path: word}"), event("search", "shoes"));
    EventTypes more = types("{name: word, path: word}\n  - {name: n, path: n, type: long}");
    published(H09, more, "{\"type\":\"search\",\"word\":\"hats\",\"n\":9007199254740993}");
    assertThat(ask(more, "select hr, word, n from search order by hr"))
        .containsExactly("[\"08\",\"shoes\",null]", "[\"09\",\"hats\",9007199254740993]");
  }

  @Test
  void only_the_hours_that_are_asked_for_are_read() throws IOException {
    EventTypes types = types("{name: word, path: word}");
    published(H08, types, event("search", "shoes"));
    published(H09, types, event("search", "socks"));
    try (Stream<Path> parts = Files.list(root.resolve("final/dt=2026-08-22/hr=08/type=search"))) {
      for (Path part : parts.toList()) {
        Files.writeString(part, "this is no Parquet");
      }
    }
    assertThat(ask(types, "select word from search where dt = '2026-08-22' and hr = '09'"))
        .containsExactly("[\"socks\"]");
    assertThat(ask(types, "select count(*) from events where hr > '08'")).containsExactly("[1]");
    assertThatThrownBy(() -> ask(types, "select word from search"))
        .isInstanceOf(FailedQueryException.class)
        .hasMessageContaining("hr=08")
        .hasMessageNotContaining("at org.apache");
  }

  @Test
  void attempts_replaced_revisions_and_the_quarantine_are_not_read() throws IOException {
    EventTypes types = types("{name: word, path: word}");
    published(H08, types, event("search", "shoes"), "not json");
    LandingFileSystem files = FileSystems.open(root.toUri());
    String replaced = LandingZone.replaced(PartitionId.parse(H08), 7);
    files.makeDirectories(LandingZone.parent(replaced));
    files.rename(LandingZone.published(PartitionId.parse(H08)), replaced);
    published(H08, types, event("search", "hats"), "not json");
    files.deleteTree("stage");
    new Partition(root, types).staged("events", 0, 9, event("search", "never")).processed("left");

    assertThat(ask(types, "select word from search")).containsExactly("[\"hats\"]");
    assertThat(ask(types, "select count(*) from events")).containsExactly("[1]");
  }

  @Test
  void times_are_utc_and_lists_are_lists() throws IOException {
    EventTypes types = types("{name: event_time, path: time, type: timestamp}");
    published(H08, types, "{\"type\":\"search\",\"time\":\"2026-08-22T08:04:05.123456+02:00\"}");
    assertThat(
            ask(
                types,
                "select event_time, array(1, null), map('a', 1.50), x'ff', date'2026-08-22' from"
                    + " search"))
        .containsExactly(
            "[\"2026-08-22T06:04:05.123456Z\",[1,null],{\"a\":1.50},\"/w==\",\"2026-08-22\"]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select",
        "selekt 1",
        "",
        "select 1; select 2",
        "select wrod from search",
        "select * from serach",
        "select word from search where hr = 8 group by"
      })
  void a_mistake_is_told_without_a_trace_of_the_stack(String sql) throws IOException {
    EventTypes types = types("{name: word, path: word}");
    assertThatThrownBy(() -> ask(types, sql))
        .isInstanceOf(BadQueryException.class)
        .hasMessageNotContaining("Project [")
        .hasMessageNotContaining("\tat ");
  }

  @Test
  void a_column_that_is_not_there_is_told_with_the_ones_that_are() throws IOException {
    EventTypes types = types("{name: word, path: word}");
    assertThatThrownBy(() -> ask(types, "select wrod from search"))
        .hasMessageContaining("`wrod`")
        .hasMessageContaining("`word`");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drop view search",
        "create table t as select 1",
        "insert into search values (1)",
        "insert overwrite directory '/tmp/x' using parquet select 1",
        "set spark.sql.ansi.enabled = false",
        "cache table search"
      })
  void what_would_change_something_is_refused(String sql) throws IOException {
    EventTypes types = types("{name: word, path: word}");
    assertThatThrownBy(() -> ask(types, sql))
        .isInstanceOf(BadQueryException.class)
        .hasMessageContaining("Only queries are answered");
  }

  @Test
  void what_goes_wrong_in_a_row_is_told_in_a_sentence() throws IOException {
    EventTypes types = types("{name: word, path: word}");
    published(H08, types, event("search", "shoes"));
    assertThatThrownBy(() -> ask(types, "select cast(word as int) from search"))
        .isInstanceOf(FailedQueryException.class)
        .hasMessageContaining("CAST_INVALID_INPUT")
        .hasMessageNotContaining("\tat ");
  }

  @Test
  void tables_and_their_columns_can_be_asked_for() throws IOException {
    EventTypes types = types("{name: word, path: word}");
    assertThat(ask(types, "show tables"))
        .containsExactlyInAnyOrder(
            "[\"\",\"events\",true]",
            "[\"\",\"search\",true]",
            "[\"\",\"unknown\",true]",
            "[\"\",\"view\",true]");
    assertThat(ask(types, "describe search"))
        .anyMatch(row -> row.startsWith("[\"word\",\"string\""))
        .anyMatch(row -> row.startsWith("[\"hr\",\"string\""));
  }

  @Test
  void who_has_enough_rows_gets_no_more() throws IOException {
    EventTypes types = types("{name: word, path: word}");
    published(H08, types, event("search", "a"), event("search", "b"), event("search", "c"));
    Answer answer = new Answer(2);
    query(types).run("select word from search order by word", answer);
    assertThat(answer.rows).containsExactly("[\"a\"]", "[\"b\"]");
  }

  private List<String> ask(EventTypes types, String sql) {
    Answer answer = new Answer(Integer.MAX_VALUE);
    query(types).run(sql, answer);
    return answer.rows;
  }

  private SparkQuery query(EventTypes types) {
    return new SparkQuery(
        TestSession.get(),
        root.toUri(),
        FileSystems.open(root.toUri()),
        types,
        Granularity.HOUR,
        new BatchConfig(
            Engine.EMBEDDED, declarations, 128L << 20, 2, IpPolicy.KEEP, SubmitConfig.byDefault()),
        () -> LandingState.EMPTY);
  }

  private EventTypes types(String columns) throws IOException {
    Files.writeString(
        declarations.resolve("a.yaml"),
        """
        types:
          - {name: search, match: {path: type, value: search}}
          - {name: view, match: {path: type, value: view}}
        columns:
          - %s
        """
            .formatted(columns));
    return EventTypes.load(declarations);
  }

  /** Processes lines and puts the output where readers look. */
  private void published(String hour, EventTypes types, String... lines) throws IOException {
    FileSystems.open(root.toUri()).deleteTree("stage");
    Partition partition = new Partition(root, types).staged("events", 0, 0, lines);
    String attempt = "attempt-" + hour + "-" + lines[0].hashCode();
    partition.processed(attempt);
    String published = LandingZone.published(PartitionId.parse(hour));
    partition.files.makeDirectories(LandingZone.parent(published));
    assertThat(partition.files.rename(LandingZone.staging(Partition.HOUR, attempt), published))
        .isEqualTo(LandingFileSystem.Renamed.DONE);
  }

  private static String event(String type, String word) {
    return "{\"type\":\"" + type + "\",\"word\":\"" + word + "\"}";
  }

  private static final class Answer implements QueryRows {
    private final int wanted;
    final List<String> rows = new ArrayList<>();

    Answer(int wanted) {
      this.wanted = wanted;
    }

    @Override
    public void columns(List<String> names) {}

    @Override
    public boolean row(List<JsonNode> values) {
      rows.add(values.toString().replace(", ", ","));
      return rows.size() < wanted;
    }

    @Override
    public void mayMiss(String partitions) {
      throw new AssertionError(partitions);
    }
  }
}
