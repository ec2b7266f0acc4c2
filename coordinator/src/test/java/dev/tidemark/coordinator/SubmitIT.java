package dev.tidemark.coordinator;

import static dev.tidemark.coordinator.Submitted.event;
import static dev.tidemark.coordinator.Submitted.waitFor;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.log.LogEntry;
import dev.tidemark.landing.log.PartitionState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processing in applications on a Spark cluster whose processes run apart, on a real HDFS. */
@Timeout(300)
class SubmitIT {
  private static final String H12 = "2026-08-22T12";
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

  @TempDir private static Path directory;
  private static EmbeddedHdfs hdfs;
  private static SparkCluster cluster;

  private Submitted submitted;
  private World world;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new EmbeddedHdfs(directory.resolve("hdfs"), 0).start();
    cluster = new SparkCluster(directory.resolve("spark"));
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
    hdfs.close();
  }

  @BeforeEach
  void begin(TestInfo test) {
    submitted =
        new Submitted(
            hdfs,
            directory,
            test.getTestMethod().orElseThrow().getName(),
            Map.of("spark.master", cluster.master()),
            Optional.empty());
    world = submitted.world();
  }

  @AfterEach
  void end() {
    submitted.close();
  }

  @Test
  void an_application_that_is_killed_fails_its_attempt_and_the_next_gives_what_embedded_gives()
      throws Exception {
    world.lands(H13, event("a", 1), event("b", 2), event("a", 1), "not JSON");
    world.watermarkReaches("2026-08-22T14:06:00Z");
    submitted.coordinator().tick();
    waitFor(() -> attemptDirectories(H13).size() == 1);
    ProcessHandle application = applications().get(0);
    assertThat(application.destroyForcibly()).isTrue();
    waitFor(() -> world.partition(H13).failure().isPresent());
    PartitionState.Failure failure = world.partition(H13).failure().orElseThrow();
    assertThat(failure.last().error())
        .contains(
            H13, "ended with exit code 137", "Nothing is published", submitted.logs().toString());
    assertThat(failure.last().retryAt()).isPresent();
    assertThat(world.isDone(H13)).isFalse();
    waitFor(() -> world.stagingLeft(H13).isEmpty());

    world.timePasses(Duration.ofSeconds(30));
    submitted.ticksUntil(() -> world.rests(H13));
    assertThat(world.stagingLeft(H13)).isEmpty();
    waitFor(() -> applications().isEmpty());
    submitted.coordinator().close();

    assertThat(world.partition(H13).publication().orElseThrow().counts())
        .isEqualTo(new LogEntry.Counts(4, 2, 1, 1));
    String configHash = world.partition(H13).publication().orElseThrow().configHash();
    try (SparkProcessing embedded = submitted.embedded();
        Coordinator coordinator = submitted.coordinator(embedded)) {
      List<Map<String, String>> rows = submitted.rows(embedded, H13);
      assertThat(rows).extracting(r -> r.get("search_query")).containsExactlyInAnyOrder("q1", "q2");
      world.operations().reprocess(PartitionId.parse(H13), "with the other engine");
      Submitted.ticksUntil(coordinator, () -> world.rests(H13));
      assertThat(submitted.rows(embedded, H13)).isEqualTo(rows);
    }
    assertThat(world.partition(H13).publication().orElseThrow().revision()).isEqualTo(2);
    assertThat(world.partition(H13).publication().orElseThrow().configHash()).isEqualTo(configHash);
  }

  @Test
  void hours_to_catch_up_share_an_application_and_a_poisoned_one_fails_alone() throws Exception {
    for (String hour : List.of(H12, H13, H14)) {
      world.lands(hour, event(hour, 1), event("other", 2));
    }
    submitted.poison(H13);
    world.watermarkReaches("2026-08-22T15:06:00Z");
    submitted.ticksUntil(
        () -> world.rests(H12) && world.rests(H14) && world.partition(H13).failure().isPresent());
    PartitionState poisoned = world.partition(H13);
    assertThat(poisoned.failure().orElseThrow().last().error()).contains(H13, "has 1 row");
    assertThat(poisoned.failure().orElseThrow().last().retryAt()).isEmpty();
    assertThat(world.isDone(H13)).isFalse();
    assertThat(world.partition(H12).publication().orElseThrow().counts().out()).isEqualTo(2);
    assertThat(world.partition(H14).publication().orElseThrow().counts().out()).isEqualTo(2);
    try (Stream<Path> written = Files.list(submitted.logs())) {
      assertThat(written).hasSize(1);
    }
  }

  private List<String> attemptDirectories(String hour) {
    return world.stagingLeft(hour).stream().filter(n -> !n.contains(".")).toList();
  }

  private static List<ProcessHandle> applications() {
    return ProcessHandle.current().children().filter(p -> !cluster.has(p.pid())).toList();
  }
}
