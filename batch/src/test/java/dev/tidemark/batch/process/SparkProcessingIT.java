package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.OffsetRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkProcessingIT {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Path SAMPLE =
      Path.of("..", "..", "shared", "data", "clickstream_events_1000.csv");

  @TempDir Path root;
  private Partition partition;

  @BeforeEach
  void aPartition() {
    partition = new Partition(root, EventTypes.load(EventTypesTest.SHIPPED));
  }

  @Test
  void events_become_parquet_by_type_and_every_row_is_accounted_for() throws IOException {
    partition.staged(
        "events",
        0,
        100,
        envelope("a", event("search", ",\"searchQuery\":\"shoes\",\"latitude\":-34.3192785")),
        envelope("b", event("component", ",\"productId\":\"357\",\"n\":2147483648")),
        envelope("c", event("video", ",\"huge\":123456789012345678901234567890")),
        event("search", ""),
        "not json");
    ProcessResult result = partition.processed("one");

    assertThat(result.rowsByType()).isEqualTo(Map.of("search", 2L, "component", 1L, "unknown", 1L));
    assertThat(result.quarantinedByReason()).isEqualTo(Map.of("not valid JSON", 1L));
    Map<String, Map<String, String>> rows = partition.rows("one");
    assertThat(rows).containsOnlyKeys("a", "b", "c", "events-0-103");
    assertThat(rows.get("a"))
        .containsEntry("type", "search")
        .containsEntry("event_time", "2026-08-22T08:01:02.345678Z")
        .containsEntry("received_at", "2026-08-22T08:04:05.678Z")
        .containsEntry("source", "web")
        .containsEntry("ip", "203.0.113.7")
        .containsEntry("search_query", "shoes")
        .containsEntry("latitude", "-34.3192785")
        .containsEntry("properties", "{}")
        .containsEntry("kafka_topic", "events")
        .containsEntry("kafka_partition", "0")
        .containsEntry("kafka_offset", "100")
        .containsEntry("_problems", "[]");
    assertThat(rows.get("b")).containsEntry("properties", "{\"n\":2147483648}");
    assertThat(rows.get("c").get("properties"))
        .contains("\"huge\":123456789012345678901234567890", "\"type\":\"video\"");
    assertThat(rows.get("c")).doesNotContainKey("event_time");
    assertThat(rows.get("events-0-103")).containsEntry("source", "kafka");
  }

  @Test
  void the_output_is_the_directory_that_readers_expect() throws IOException {
    partition.staged("events", 0, 0, event("search", ""), event("video", ""), "");
    ProcessResult result = partition.processed("one");

    assertThat(partition.output("one").toString()).endsWith("dt=2026-08-22/hr=08/one");
    assertThat(tree(partition.output("one")))
        .satisfiesExactly(
            f -> assertThat(f).isEqualTo("_SUCCESS"),
            f -> assertThat(f).isEqualTo("_manifest.json"),
            f -> assertThat(f).matches("_quarantine/part-.*\\.json"),
            f -> assertThat(f).matches("type=search/part-.*\\.zstd\\.parquet"),
            f -> assertThat(f).matches("type=unknown/part-.*\\.zstd\\.parquet"));
    JsonNode manifest = JSON.readTree(partition.output("one").resolve("_manifest.json").toFile());
    assertThat(manifest.get("partition").asText()).isEqualTo("2026-08-22T08");
    assertThat(manifest.get("attempt").asText()).isEqualTo("one");
    assertThat(manifest.get("rows_in").asLong()).isEqualTo(3);
    assertThat(manifest.get("rows_out").asLong()).isEqualTo(2);
    assertThat(manifest.get("quarantined_by_reason").get("empty line").asLong()).isEqualTo(1);
    assertThat(manifest.get("config_hash").asText()).isEqualTo(result.configHash());
    assertThat(manifest.get("input_hash").asText()).hasSize(64);
    assertThat(manifest.get("input").get(0).get("rows").asLong()).isEqualTo(3);
  }

  @Test
  void columns_have_their_declared_types_and_no_partition_column_is_in_the_files()
      throws IOException {
    partition.staged("events", 0, 0, event("search", ""));
    partition.processed("one");
    assertThat(partition.sparkRows("one", "search").get(0).schema().toDDL())
        .isEqualTo(
            "event_id STRING,received_at TIMESTAMP,event_time TIMESTAMP,source STRING,ip STRING,"
                + "user_agent STRING,sid STRING,event_type STRING,channel STRING,action STRING,"
                + "culture STRING,ip_address STRING,latitude DOUBLE,longitude DOUBLE,"
                + "product_id STRING,search_query STRING,properties STRING,kafka_topic STRING,"
                + "kafka_partition INT,kafka_offset BIGINT,_problems ARRAY<STRING>");
  }

  @Test
  void an_optional_value_that_does_not_convert_is_null_and_the_row_is_kept() throws IOException {
    partition.staged(
        "events",
        0,
        0,
        envelope("a", event("search", ",\"latitude\":1e400,\"longitude\":\"NaN\"")),
        envelope("b", event("search", ",\"latitude\":\"12.5\"")));
    assertThat(partition.processed("one").rowsOut()).isEqualTo(2);
    assertThat(partition.rows("one").get("a"))
        .doesNotContainKeys("latitude", "longitude")
        .containsEntry("properties", "{\"latitude\":1e400,\"longitude\":\"NaN\"}")
        .containsEntry(
            "_problems", "[field 'latitude' is not a double, field 'longitude' is not a double]");
    assertThat(partition.rows("one").get("b")).containsEntry("latitude", "12.5");
  }

  @Test
  void what_is_no_event_is_quarantined_with_its_bytes_and_where_it_came_from() throws IOException {
    List<byte[]> lines =
        List.of(
            bytes("null"),
            bytes("[]"),
            bytes("{\"id\":\"4\"}{\"id\":\"5\"}"),
            bytes("{\"id\":\"4\"} garbage"),
            bytes("{\"id\":\"x\",\"ts\":"),
            bytes("{\"n\":NaN}"),
            new byte[] {0x7B, (byte) 0x80, (byte) 0xFF, 0x7D},
            bytes("{\"type\":\"search\",\"sid\":\"\u2028\"}"),
            bytes("\r"),
            bytes("[".repeat(2000)),
            bytes("{\"sid\":\"s\"}"),
            bytes("{\"type\":\"search\",\"sid\":\"s\",\"timestamp\":\"abc\"}"));
    List<OffsetRange> offsets = List.of(new OffsetRange(5, 8), new OffsetRange(20, 29));
    partition.stagedBytes("events", 2, offsets, lines);
    ProcessResult result = partition.processed("one");

    assertThat(result.rowsOut()).isZero();
    assertThat(result.quarantinedByReason())
        .containsEntry("not a JSON object", 2L)
        .containsEntry("more than one JSON value", 1L)
        .containsEntry("not valid JSON", 3L)
        .containsEntry("not valid UTF-8", 1L)
        .containsEntry("empty line", 1L)
        .containsEntry("nested deeper than 1000 levels", 1L)
        .containsEntry("missing required field 'timestamp'", 1L)
        .containsEntry("missing required field 'type'", 1L)
        .containsEntry("required field 'timestamp' is not a timestamp", 1L);
    List<JsonNode> quarantine = partition.quarantine("one");
    for (int i = 0; i < lines.size(); i++) {
      JsonNode line = quarantine.get(i);
      assertThat(Partition.raw(line)).isEqualTo(lines.get(i));
      assertThat(line.get("line").asInt()).isEqualTo(i + 1);
      assertThat(line.get("offset").asLong()).isEqualTo(i < 3 ? 5 + i : 17 + i);
      assertThat(line.get("topic").asText()).isEqualTo("events");
      assertThat(line.get("partition").asInt()).isEqualTo(2);
      assertThat(line.get("file").asText())
          .isEqualTo("stage/dt=2026-08-22/hr=08/gen=0/part-0.json");
    }
    assertThat(quarantine.get(6).has("raw_base64")).isTrue();
  }

  @Test
  void a_carriage_return_or_a_line_separator_inside_a_line_splits_nothing() throws IOException {
    partition.staged(
        "events",
        0,
        0,
        envelope("a", event("search", ",\r\"n\":5")),
        envelope("b", event("search", ",\"n\":\"x\u2028y\u0085z\"")));
    assertThat(partition.processed("one").rowsOut()).isEqualTo(2);
    assertThat(partition.rows("one").get("a")).containsEntry("properties", "{\"n\":5}");
    assertThat(partition.rows("one").get("b"))
        .containsEntry("properties", "{\"n\":\"x\u2028y\u0085z\"}");
  }

  @Test
  void a_repeated_event_is_kept_once_and_a_repeated_id_with_other_content_is_quarantined()
      throws IOException {
    String first = event("search", ",\"searchQuery\":\"a\",\"sentAt\":\"1\"");
    String again = event("search", ",\"searchQuery\":\"a\",\"sentAt\":\"2\"");
    String other = event("search", ",\"searchQuery\":\"b\"");
    partition
        .staged("beta", 0, 1, envelope("x", first), envelope("y", first))
        .staged("alpha", 1, 7, envelope("x", other), envelope("z", first))
        .staged("alpha", 0, 9, envelope("x", again), envelope("x", first))
        .staged("alpha", 0, 3, "{\"event_id\":\"x\"", envelope("q", first));
    ProcessResult result = partition.processed("one");

    assertThat(result)
        .extracting(
            ProcessResult::rowsIn,
            ProcessResult::rowsOut,
            ProcessResult::duplicates,
            ProcessResult::quarantined)
        .containsExactly(8L, 4L, 2L, 2L);
    assertThat(partition.rows("one")).containsOnlyKeys("x", "y", "z", "q");
    assertThat(partition.rows("one").get("x"))
        .containsEntry("kafka_topic", "alpha")
        .containsEntry("kafka_partition", "0")
        .containsEntry("kafka_offset", "9");
    assertThat(partition.quarantine("one"))
        .filteredOn(q -> q.get("reason").asText().equals("event id repeated with other content"))
        .singleElement()
        .satisfies(
            q -> {
              assertThat(Partition.raw(q)).isEqualTo(bytes(envelope("x", other)));
              assertThat(q.get("line").asInt()).isEqualTo(1);
              assertThat(q.get("offset").asLong()).isEqualTo(7);
            });
    assertThat(partition.processed("two")).isEqualTo(result);
    assertThat(partition.rows("two")).isEqualTo(partition.rows("one"));
  }

  @Test
  void one_id_from_two_sources_is_two_events() throws IOException {
    String web = envelope("x", event("search", ""));
    partition.staged("events", 0, 0, web, web.replace("\"web\"", "\"app\""));
    assertThat(partition.processed("one").rowsOut()).isEqualTo(2);
  }

  @Test
  void ids_made_from_records_repeat_nothing() throws IOException {
    String bare = event("search", "");
    partition.staged("events", 0, 0, bare, bare).staged("events", 0, 1, bare);
    assertThat(partition.processed("one").rowsOut()).isEqualTo(3);
  }

  @Test
  void types_with_different_columns_each_have_their_own() throws IOException {
    Column time = new Column("event_time", List.of("at"), ColumnType.TIMESTAMP, false, null, "");
    partition =
        new Partition(
            root,
            new EventTypes(
                List.of(
                    new EventType(
                        "a",
                        List.of("type"),
                        "a",
                        List.of(
                            time, new Column("n", List.of("n"), ColumnType.LONG, false, null, ""))),
                    new EventType(
                        "b",
                        List.of("type"),
                        "b",
                        List.of(
                            new Column("n", List.of("n"), ColumnType.STRING, false, null, ""))))));
    partition.staged(
        "events",
        0,
        0,
        "{\"type\":\"a\",\"n\":2147483648}",
        "{\"type\":\"b\",\"n\":2147483648}",
        "{\"type\":\"a\",\"n\":9223372036854775808,\"at\":\"0001-01-01T00:00:00Z\"}");
    partition.processed("one");
    List<Row> ofA = partition.sparkRows("one", "a");
    assertThat(ofA).extracting(r -> r.<Long>getAs("n")).containsExactly(2147483648L, null);
    assertThat(ofA.get(1).<List<?>>getList(ofA.get(1).fieldIndex("_problems"))).hasSize(1);
    assertThat(partition.rows("one").get("events-0-2"))
        .containsEntry("event_time", "0001-01-01T00:00:00Z");
    assertThat(partition.sparkRows("one", "b").get(0).<String>getAs("n")).isEqualTo("2147483648");
  }

  @Test
  void an_hour_without_rows_has_only_manifest_and_marker() throws IOException {
    assertThat(partition.processed("none"))
        .extracting(ProcessResult::rowsIn, ProcessResult::rowsOut)
        .containsExactly(0L, 0L);
    assertThat(tree(partition.output("none"))).containsExactly("_SUCCESS", "_manifest.json");
    partition.staged("events", 0, 0);
    partition.processed("empty");
    assertThat(tree(partition.output("empty"))).containsExactly("_SUCCESS", "_manifest.json");
  }

  @Test
  void a_file_that_is_not_what_its_manifest_says_stops_the_attempt() throws IOException {
    partition.staged("events", 0, 0, event("search", ""), event("search", ""));
    Path file = partition.stagedFile(0);
    byte[] landed = Files.readAllBytes(file);

    Files.writeString(file, "x\n", StandardOpenOption.APPEND);
    assertThatThrownBy(() -> partition.processed("grown"))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessageContainingAll(
            "part-0.json", "has " + (landed.length + 2) + " bytes", "says " + landed.length);

    // Of the same length, but a line end is gone.
    Files.writeString(file, new String(landed, StandardCharsets.UTF_8).replaceFirst("\n", " "));
    assertThatThrownBy(() -> partition.processed("joined"))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessageContainingAll("part-0.json", "has 1 row", "says 2 rows");

    Files.delete(file);
    assertThatThrownBy(() -> partition.processed("gone"))
        .isInstanceOf(LandingException.NeedsOperator.class)
        .hasMessageContainingAll("part-0.json", "is missing", "says 2 rows");
    for (String attempt : List.of("grown", "joined", "gone")) {
      assertThat(partition.output(attempt).resolve("_SUCCESS")).doesNotExist();
    }
  }

  @Test
  void only_the_files_of_the_request_are_read() throws IOException {
    partition.staged("events", 0, 0, event("search", ""));
    Files.writeString(partition.stagedFile(0).resolveSibling("foreign.json"), "{}\n");
    assertThat(partition.processed("one").rowsIn()).isEqualTo(1);
  }

  @Test
  void an_attempt_never_writes_where_another_did() throws IOException {
    partition.staged("events", 0, 0, event("search", ""));
    partition.processed("one");
    List<String> before = tree(partition.output("one"));
    assertThatThrownBy(() -> partition.processed("one"))
        .isInstanceOf(LandingException.Conflict.class);
    assertThat(tree(partition.output("one"))).isEqualTo(before);
  }

  @Test
  void a_file_system_that_fails_is_a_reason_to_try_again() throws IOException {
    partition.staged("events", 0, 0, event("search", ""));
    Files.writeString(root.resolve("final"), "a file where a directory should be");
    assertThatThrownBy(() -> partition.processed("one"))
        .isInstanceOf(LandingException.Unavailable.class)
        .hasMessageContaining("2026-08-22T08 was not processed");
    Files.delete(root.resolve("final"));
    assertThat(partition.processed("two").rowsOut()).isEqualTo(1);
  }

  @Test
  void the_callers_session_is_left_as_it_was() throws IOException {
    SparkSession callers = TestSession.get();
    SparkSession.setActiveSession(callers);
    partition.staged("events", 0, 0, event("search", ""));
    partition.processed("one");
    assertThat(SparkSession.active()).isSameAs(callers);
    assertThat(callers.conf().get("spark.sql.session.timeZone")).isEqualTo("America/New_York");
  }

  @Test
  void rows_of_a_file_are_in_the_order_of_event_time() throws IOException {
    String[] lines = new String[60];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = event("search", "").replace(":01:02", String.format(":01:%02d", i * 7 % 60));
    }
    partition.staged("events", 0, 0, lines).staged("events", 1, 0, lines);
    partition.processed("one");
    assertThat(partition.sparkRows("one", "search"))
        .hasSize(120)
        .extracting(r -> r.getAs("event_time").toString())
        .isSorted();
  }

  @Tag("locale")
  @Test
  void the_zone_of_the_host_does_not_matter() throws IOException {
    partition.staged("events", 0, 0, envelope("a", event("search", "")));
    TimeZone zone = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kolkata"));
      partition.processed("kolkata");
    } finally {
      TimeZone.setDefault(zone);
    }
    partition.processed("here");
    assertThat(partition.rows("kolkata")).isEqualTo(partition.rows("here"));
    assertThat(partition.rows("here").get("a"))
        .containsEntry("event_time", Instant.parse("2026-08-22T08:01:02.345678Z").toString());
  }

  @Tag("locale")
  @Test
  void text_is_utf_8_and_a_number_has_a_point_whatever_the_host_speaks() throws IOException {
    String more = ",\"searchQuery\":\"İzmir ısı 日本\",\"latitude\":\"1.5\",\"TITLE\":\"Zoë\"";
    partition.staged("events", 0, 0, envelope("a", event("search", more)), "ısı");
    partition.processed("one");
    assertThat(partition.rows("one").get("a"))
        .containsEntry("search_query", "İzmir ısı 日本")
        .containsEntry("latitude", "1.5")
        .containsEntry("properties", "{\"TITLE\":\"Zoë\"}");
    assertThat(Partition.raw(partition.quarantine("one").get(0))).isEqualTo(bytes("ısı"));
  }

  @Tag("locale")
  @Test
  void the_days_of_a_change_to_and_from_summer_time_are_as_others() throws IOException {
    // In Berlin the first two are an hour apart that is none, the others are the same hour twice.
    List<String> times =
        List.of("2026-03-29T00:30", "2026-03-29T02:30", "2026-10-25T00:30", "2026-10-25T01:30");
    String[] lines = new String[times.size()];
    for (int i = 0; i < lines.length; i++) {
      String event = event("search", "").replaceAll("2026-08-22T08:01", times.get(i));
      lines[i] = envelope(times.get(i), event);
    }
    partition.staged("events", 0, 0, lines);
    TimeZone zone = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
      partition.processed("berlin");
      for (String time : times) {
        assertThat(partition.rows("berlin").get(time))
            .containsEntry("event_time", time + ":02.345678Z");
      }
    } finally {
      TimeZone.setDefault(zone);
    }
    partition.processed("here");
    assertThat(partition.rows("berlin")).isEqualTo(partition.rows("here"));
  }

  @Test
  void a_thousand_sample_events_come_out_as_a_thousand() throws IOException {
    assumeTrue(Files.exists(SAMPLE), SAMPLE + " is not here, so the sample is not processed");
    List<String> csv = Files.readAllLines(SAMPLE);
    String[] header = csv.get(0).split(",", -1);
    List<String> lines = new ArrayList<>();
    for (String record : csv.subList(1, csv.size())) {
      String[] values = record.split(",", -1);
      ObjectNode event = JSON.createObjectNode();
      for (int i = 0; i < header.length; i++) {
        if (!values[i].isEmpty()) {
          event.put(header[i], values[i]);
        }
      }
      lines.add(envelope("e" + lines.size(), event.toString()));
    }
    partition.staged("events", 0, 0, lines.subList(0, 400).toArray(String[]::new));
    partition.staged("events", 1, 0, lines.subList(400, 1000).toArray(String[]::new));
    ProcessResult result = partition.processed("one");

    assertThat(result.rowsIn()).isEqualTo(1000);
    assertThat(result.rowsOut()).isEqualTo(1000);
    Map<String, Long> types = new HashMap<>();
    csv.stream().skip(1).forEach(r -> types.merge(r.split(",", -1)[5], 1L, Long::sum));
    assertThat(result.rowsByType()).isEqualTo(types);
    Map<String, Map<String, String>> rows = partition.rows("one");
    assertThat(rows).hasSize(1000);
    assertThat(rows.values()).allSatisfy(r -> assertThat(r).containsEntry("_problems", "[]"));
    assertThat(rows.values()).allSatisfy(r -> assertThat(r).containsEntry("properties", "{}"));
    assertThat(rows.get("e0"))
        .containsEntry("event_time", csv.get(1).split(",", -1)[6] + "Z")
        .containsEntry("search_query", "MediumSlateBlue");
  }

  private static List<String> tree(Path directory) throws IOException {
    try (Stream<Path> walked = Files.walk(directory)) {
      return walked
          .filter(Files::isRegularFile)
          .map(f -> directory.relativize(f).toString())
          .sorted()
          .toList();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String event(String type, String more) {
    return "{\"sid\":\"s1\",\"timestamp\":\"2026-08-22T08:01:02.345678\",\"type\":\""
        + type
        + "\""
        + more
        + "}";
  }

  private static String envelope(String id, String event) {
    return "{\"event_id\":\""
        + id
        + "\",\"received_at\":\"2026-08-22T08:04:05.678Z\",\"source\":\"web\","
        + "\"ip\":\"203.0.113.7\",\"user_agent\":\"UA\",\"event\":"
        + event
        + "}";
  }
}
