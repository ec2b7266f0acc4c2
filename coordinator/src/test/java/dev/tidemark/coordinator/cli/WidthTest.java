package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingException;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.hadoop.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every table fits a terminal of 80 columns, whatever is in it. */
class WidthTest {
  private static final String WORD = "/a/directory/whose/name/is/very/long".repeat(5);
  private static final String SENTENCE = "One thing after another went wrong in " + WORD + ". ";

  @TempDir private static Path root;

  /** Minute 04 rests with lines in quarantine, 05 failed, 06 is held, 07 is open. */
  @BeforeAll
  static void fourMinutes() {
    World world =
        new World(FileSystems.open(root.toUri()), Granularity.parse("PT1M"), root.toUri());
    world.lands("2026-08-22T13:04", "a", "!b").watermarkReaches("2026-08-22T13:11:00Z");
    world.coordinatorTicks().lands("2026-08-22T13:04", "late");
    world.timePasses(Duration.ofMinutes(10)).coordinatorTicks();
    world.poison("2026-08-22T13:12", new LandingException.NeedsOperator(SENTENCE.repeat(3)));
    world.lands("2026-08-22T13:12", "c").watermarkReaches("2026-08-22T13:18:30Z");
    world.coordinatorTicks().lands("2026-08-22T13:14", "d");
    world.operations().hold(PartitionId.parse("2026-08-22T13:14"), SENTENCE);
    world.lands("2026-08-22T13:20", "e");
  }

  private static Tidemark tidemark() {
    return new Tidemark(root)
        .with("granularity: PT1M, retention: {archive: P1D}")
        .where("COLUMNS", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "partitions",
        "partitions --changed-since 3",
        "partitions show 2026-08-22T13:04",
        "partitions show 2026-08-22T13:12",
        "partitions show 2026-08-22T13:14",
        "partitions show 2026-08-22T13:20",
        "log --all",
        "quarantine",
        "audit",
        "expire",
        "reprocess --from 2026-08-22T13:04 --dry-run",
      })
  void no_line_is_longer_than_80_characters(String command) {
    Tidemark tidemark = tidemark();
    assertThat(tidemark.run(command.split(" ", -1))).as(tidemark.err()).isZero();
    assertThat(tidemark.out()).isNotBlank();
    assertThat(tidemark.out().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void nothing_is_lost_of_what_is_long() {
    Tidemark tidemark = tidemark();
    assertThat(tidemark.run("partitions")).isZero();
    assertThat(tidemark.out().replaceAll("\\s", "")).contains(SENTENCE.repeat(3).replace(" ", ""));
  }

  @Test
  void a_wider_terminal_is_used() {
    Tidemark wide = tidemark().where("COLUMNS", "200");
    assertThat(wide.run("log")).isZero();
    assertThat(wide.out().lines()).anyMatch(l -> l.length() > 80).allMatch(l -> l.length() <= 200);
  }

  @Test
  void what_columns_says_counts_if_it_is_a_width() {
    assertThat(Width.of(Map.of("COLUMNS", "132"))).contains(132);
    for (String no : new String[] {"", "0", "12", "-80", "wide", "99999"}) {
      assertThat(Width.of(Map.of("COLUMNS", no))).isEmpty();
    }
    assertThat(Width.of(Map.of())).isEmpty();
  }
}
