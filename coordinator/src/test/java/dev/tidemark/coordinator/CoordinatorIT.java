package dev.tidemark.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.batch.process.SparkProcessing;
import dev.tidemark.coordinator.action.EmbeddedEngine;
import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import dev.tidemark.landing.log.LogEntry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole way with Spark on HDFS, the coordinator's own workers included. */
class CoordinatorIT {
  private static final String H13 = "2026-08-22T13";
  private static final PartitionId P13 = PartitionId.parse(H13);

  @TempDir private static Path directory;
  private static EmbeddedHdfs hdfs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new EmbeddedHdfs(directory, 0).start();
  }

  @AfterAll
  static void stop() throws Exception {
    hdfs.close();
  }

  @Test
  void events_land_are_published_restated_and_processed_again_with_the_same_rows() {
    URI root = URI.create(hdfs.uri() + "/data");
    LandingFileSystem files = FileSystems.open(root, hdfs.configuration());
    BatchConfig config =
        new BatchConfig(
            Engine.EMBEDDED,
            Path.of("../conf/events"),
            128L << 20,
            2,
            IpPolicy.KEEP,
            SubmitConfig.byDefault());
    SparkProcessing spark =
        (SparkProcessing)
            EmbeddedEngine.start("local[2]", World.dataset(root, Granularity.HOUR), files, config);
    World world = new World(files, Granularity.HOUR, root, new LineProcessing(files), spark);
    try (spark;
        Coordinator coordinator =
            Coordinator.wire(
                world.dataset(),
                World.CONFIG,
                world.newJournal(),
                files,
                spark,
                world.clock,
                id -> true)) {
      world.lands(H13, event("a", "shoes"), event("b", "socks"), event("a", "shoes"), "not JSON");
      world.watermarkReaches("2026-08-22T14:06:00Z");
      ticksUntilAtRest(coordinator, world, 1);
      assertThat(queries(spark)).containsExactly("shoes", "socks");
      assertThat(world.partition(H13).publication().orElseThrow().counts())
          .isEqualTo(new LogEntry.Counts(4, 2, 1, 1));
      assertThat(world.isDone(H13)).isTrue();

      world.lands(H13, event("c", "hats")).timePasses(Duration.ofMinutes(10));
      ticksUntilAtRest(coordinator, world, 2);
      assertThat(queries(spark)).containsExactly("hats", "shoes", "socks");
      assertThat(world.names("archive/" + P13.directory())).hasSize(2);

      List<Map<String, String>> before = rows(spark);
      world.operations().reprocess(P13, "same again");
      ticksUntilAtRest(coordinator, world, 3);
      assertThat(rows(spark)).isEqualTo(before);
      assertThat(world.stagingLeft(H13)).isEmpty();
      assertThat(world.names("stage/" + P13.directory())).isEmpty();
    }
  }

  private static void ticksUntilAtRest(Coordinator coordinator, World world, int revision) {
    await()
        .atMost(Duration.ofSeconds(90))
        .pollInterval(Duration.ofMillis(100))
        .until(
            () -> {
              coordinator.tick();
              assertThat(world.partition(H13).failure()).isEmpty();
              return world.rests(H13)
                  && world.partition(H13).publication().orElseThrow().revision() == revision;
            });
  }

  private static List<String> queries(SparkProcessing spark) {
    return rows(spark).stream().map(r -> r.get("search_query")).sorted().toList();
  }

  private static List<Map<String, String>> rows(SparkProcessing spark) {
    return spark.show(LandingZone.published(P13), 100);
  }

  private static String event(String id, String query) {
    return "{\"event_id\":\""
        + id
        + "\",\"received_at\":\"2026-08-22T13:04:05.678Z\",\"source\":\"web\",\"ip\":\"203.0.113.7\","
        + "\"user_agent\":\"UA\",\"event\":{\"sid\":\"s1\",\"timestamp\":\"2026-08-22T13:04:05\","
        + "\"type\":\"search\",\"searchQuery\":\""
        + query
        + "\"}}";
  }
}
