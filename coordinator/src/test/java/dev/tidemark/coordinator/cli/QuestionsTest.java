package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.coordinator.World;
import dev.tidemark.coordinator.operations.PartitionSummary;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What only asks, or is refused: everything here finds and leaves the same root. */
class QuestionsTest {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

  @TempDir private static Path root;
  private static World world;
  private final Tidemark tidemark = new Tidemark(root);

  /** Hour 13 rests in the archive, hour 14 is open. */
  @BeforeAll
  static void twoHours() {
    world = new World(FileSystems.open(root.toUri()), Granularity.HOUR, root.toUri());
    world.lands(H13, "a", "b", "a").watermarkReaches("2026-08-22T14:06:00Z").coordinatorTicks();
    world.lands(H14, "c");
  }

  @Test
  void ddl_declares_the_tables_to_another_engine() {
    assertThat(tidemark.run("ddl", "--dialect", "duckdb", "--root", "/copy")).isZero();
    assertThat(tidemark.out())
        .contains("CREATE OR REPLACE VIEW \"search\" AS")
        .contains("'/copy/final/dt=*/hr=*/type=search/*.parquet'")
        .endsWith(";\n\n");
    assertThat(tidemark.run("ddl", "--dialect", "spark")).isZero();
    assertThat(tidemark.out()).contains("LOCATION '" + root.toUri() + "final'");
    assertThat(tidemark.run("ddl", "--dialect", "oracle")).isEqualTo(2);
    assertThat(tidemark.err()).contains("DUCKDB", "TRINO");
  }

  @Test
  void partitions_are_a_table() {
    assertThat(tidemark.run("partitions")).isZero();
    assertThat(tidemark.out())
        .isEqualToNormalizingNewlines(
            """
            PARTITION      STATE     FILES  LANDED  REV  FINAL  DUPL  QUAR
            2026-08-22T13  archived      1       3    1      2     1     0
            2026-08-22T14  open          1       1    0      0     0     0
            """);
  }

  @Test
  void where_nothing_has_reached_its_age_expire_says_so() {
    Tidemark keeping = new Tidemark(root).with("retention: {archive: P36500D}");
    assertThat(keeping.run("expire")).isZero();
    assertThat(keeping.out().strip())
        .isEqualTo("Nothing has reached its age, so nothing would be removed.");
    assertThat(keeping.run("expire", "--coordinator", "http://localhost:1")).isEqualTo(2);
    assertThat(keeping.err()).contains("reads the files of the root itself");
  }

  @Test
  void audit_shows_that_every_record_is_accounted_for() throws Exception {
    assertThat(tidemark.run("audit")).isZero();
    assertThat(tidemark.out())
        .isEqualToNormalizingNewlines(
            """
            TOPIC-PARTITION  FROM  UNTIL  LINES  NULLS  EMPTY  LOST
            events-0            0      4      4      0      0     0

            2 partitions: 4 landed = 2 final + 1 duplicate + 0 quarantined + 1 waiting
            Every record is accounted for once, as of version %d.
            """
                .formatted(world.state().version()));
    assertThat(tidemark.run("audit", "-o", "json")).isZero();
    assertThat(tidemark.json().get("findings")).isEmpty();
    assertThat(tidemark.run("audit", "--from", "yesterday")).isEqualTo(2);
  }

  @Test
  void the_table_fits_a_terminal_when_numbers_are_large() {
    PartitionSummary large =
        new PartitionSummary(
            PartitionId.parse(H13),
            PartitionSummary.Standing.PROCESSING,
            100,
            12_345,
            1L << 40,
            1_234_567_890L,
            99,
            1_234_567_890L,
            1_234_567,
            123_456,
            Optional.empty());
    assertThat(PartitionsCommand.table(List.of(large)).toString().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void partitions_are_json_for_programs() throws Exception {
    assertThat(tidemark.run("partitions", "-o", "json")).isZero();
    JsonNode partitions = tidemark.json();
    assertThat(partitions).hasSize(2);
    assertThat(partitions.get(0).get("partition").asText()).isEqualTo(H13);
    assertThat(partitions.get(0).get("standing").asText()).isEqualTo("ARCHIVED");
    assertThat(partitions.get(0).get("out").asLong()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "--from, 2026-08-22T14, 2026-08-22T14",
    "--to, 2026-08-22T13, 2026-08-22T13",
    "--state, archived, 2026-08-22T13",
    "--state, OPEN, 2026-08-22T14",
  })
  void partitions_are_chosen_by_time_and_state(String option, String value, String expected)
      throws Exception {
    assertThat(tidemark.run("partitions", option, value, "--output=json")).isZero();
    assertThat(tidemark.json())
        .singleElement()
        .extracting(p -> p.get("partition").asText())
        .isEqualTo(expected);
  }

  @Test
  void no_partitions_are_a_heading_and_an_empty_array() throws Exception {
    assertThat(tidemark.run("partitions", "--state=held")).isZero();
    assertThat(tidemark.out().lines()).hasSize(1);
    assertThat(tidemark.run("partitions", "--state=held", "-o", "json")).isZero();
    assertThat(tidemark.json()).isEmpty();
  }

  @Test
  void one_partition_is_shown_with_its_files_and_what_is_published() throws Exception {
    assertThat(tidemark.run("partitions", "show", H13)).isZero();
    assertThat(tidemark.out())
        .contains("2026-08-22T13  archived")
        .contains("Revision 1 in final/dt=2026-08-22/hr=13: 3 rows in, 2 out, 1 duplicate,")
        .contains("Generation 0  archived in archive/dt=2026-08-22/hr=13/gen=0")
        .containsPattern("0-3\\.json +3 +6 +\\[0, 3\\)\\R");
    assertThat(tidemark.run("partitions", "show", H13, "-o", "json")).isZero();
    assertThat(tidemark.json().get(0).get("publication").get("revision").asInt()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "partitions",
        "partitions --changed-since 0",
        "expire",
        "audit",
        "quarantine",
        "quarantine show",
        "reprocess"
      })
  void a_range_that_runs_backwards_is_told_and_not_taken_for_nothing(String command) {
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    words.addAll(List.of("--from", "2026-08-22T14", "--to", H13));
    assertThat(tidemark.run(words.toArray(String[]::new))).isEqualTo(2);
    assertThat(tidemark.err().strip())
        .isEqualTo("2026-08-22T14 is after 2026-08-22T13: nothing lies between. Swap the two.");
  }

  @Test
  void the_log_is_readable_and_complete() throws Exception {
    assertThat(tidemark.run("log")).isZero();
    assertThat(tidemark.out().lines()).hasSize((int) world.state().version() + 1);
    assertThat(tidemark.out().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("close")
                    .contains("2026-08-22T13/gen=0  reason:WATERMAR"));
    assertThat(tidemark.run("log", "--last", "2")).isZero();
    assertThat(tidemark.out().lines()).hasSize(2);
    assertThat(tidemark.out().lines().toList().get(1)).contains(" " + world.state().version());
    assertThat(tidemark.run("log", "--last", "2", "--from", "1")).isEqualTo(2);
    assertThat(tidemark.run("log", "--from", "2", "-o", "json")).isZero();
    JsonNode first =
        JsonMapper.builder().build().readTree(tidemark.out().lines().findFirst().orElseThrow());
    assertThat(first.get("version").asLong()).isEqualTo(2);
  }

  @Test
  void the_log_of_one_partition_is_what_is_about_it() {
    assertThat(tidemark.run("log", "--partition", "2026-08-22T14")).isZero();
    assertThat(tidemark.out().lines())
        .singleElement()
        .satisfies(
            line ->
                assertThat(line).containsPattern("land +2026-08-22T14/gen=0  1 row  0:\\[3, 4\\)"));
    assertThat(tidemark.run("log", "--partition", H13)).isZero();
    long all = tidemark.out().lines().count();
    assertThat(tidemark.out()).contains("close", "claim", "publish", "archived");
    assertThat(tidemark.run("log", "--partition", H13, "--last", "1")).isZero();
    assertThat(tidemark.out()).isEmpty();
    assertThat(tidemark.run("log", "--partition", H13, "--from", "0")).isZero();
    assertThat(tidemark.out().lines()).hasSize((int) all);
    assertThat(tidemark.run("log", "--partition", "yesterday")).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "yesterday, is not a partition. Write it in UTC",
    "2026-08-22T13:04, is not a partition of granularity PT1H",
    "2026-08-22T25, is not a partition",
  })
  void what_is_no_partition_is_wrong_usage(String text, String message) {
    for (String command : List.of("hold", "release", "close", "reprocess")) {
      assertThat(tidemark.run(command, text)).isEqualTo(2);
      assertThat(tidemark.err()).contains(message);
    }
    assertThat(tidemark.run("partitions", "show", text)).isEqualTo(2);
    assertThat(tidemark.run("partitions", "--from", text)).isEqualTo(2);
  }

  @Test
  void a_partition_of_which_nothing_is_known_is_refused() {
    for (String command : List.of("hold", "release", "reprocess")) {
      assertThat(tidemark.run(command, "2026-08-22T03")).isEqualTo(3);
      assertThat(tidemark.err().strip())
          .isEqualTo("2026-08-22T03 holds nothing: no event of that time has landed.");
    }
    assertThat(tidemark.run("partitions", "show", "2026-08-22T03")).isEqualTo(3);
  }

  @Test
  void a_root_without_a_log_is_refused_with_what_to_do(@TempDir Path empty) {
    Tidemark fresh = new Tidemark(empty);
    assertThat(fresh.run("partitions")).isEqualTo(3);
    assertThat(fresh.err())
        .contains("There is no landing log in file:")
        .contains("Start 'tidemark ingest' first.");
  }

  @Test
  void a_dry_run_shows_the_plan_and_changes_nothing() {
    long version = world.state().version();
    assertThat(tidemark.run("reprocess", H13, "--dry-run")).isZero();
    assertThat(tidemark.out())
        .contains("2026-08-22T13  archived")
        .contains("1 partition with 3 landed rows");
    assertThat(tidemark.run("reprocess", "--from", H13, "--to", H14, "--dry-run")).isZero();
    assertThat(tidemark.out()).doesNotContain(H14);
    assertThat(world.state().version()).isEqualTo(version);
  }

  @Test
  void what_is_not_published_is_not_processed_again() {
    assertThat(tidemark.run("reprocess", H14)).isEqualTo(3);
    assertThat(tidemark.err()).contains("2026-08-22T14 is not published yet");
    assertThat(tidemark.run("reprocess", "--from", H14)).isEqualTo(3);
    assertThat(tidemark.err()).contains("Nothing is published there");
  }

  @Test
  void which_partitions_are_meant_must_be_said_once() {
    assertThat(tidemark.run("reprocess")).isEqualTo(2);
    assertThat(tidemark.run("reprocess", H13, "--from", H13)).isEqualTo(2);
    assertThat(tidemark.err()).contains("Name a partition, or --from and --to, not both.");
  }

  @Test
  void a_range_is_not_processed_again_before_somebody_said_yes() {
    long version = world.state().version();
    InputStream terminal = System.in;
    System.setIn(new ByteArrayInputStream("no\n".getBytes(StandardCharsets.UTF_8)));
    try {
      assertThat(tidemark.run("reprocess", "--from", H13)).isEqualTo(3);
    } finally {
      System.setIn(terminal);
    }
    assertThat(tidemark.out()).contains("Go on? [yes/no]");
    assertThat(tidemark.err()).contains("Nothing was changed.");
    assertThat(world.state().version()).isEqualTo(version);
  }
}
