package dev.tidemark.coordinator;

import static dev.tidemark.coordinator.Submitted.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.landing.log.LogEntry;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processing in applications on YARN, by an installation's {@code spark-submit}: a real
 * ResourceManager, a real NodeManager and a real HDFS.
 */
@Timeout(300)
class YarnIT {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";
  private static final String SUBMITTED = "Submitted application application_";

  /** Of two events, one of them twice, and a line that is none. */
  private static final LogEntry.Counts COUNTS = new LogEntry.Counts(4, 2, 1, 1);

  @TempDir private static Path directory;
  private static EmbeddedHdfs hdfs;
  private static YarnCluster yarn;
  private static SparkHome home;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new EmbeddedHdfs(directory.resolve("hdfs"), 0).start();
    yarn = new YarnCluster(directory.resolve("yarn"), hdfs.uri());
    home = SparkHome.create(yarn.conf());
  }

  @AfterAll
  static void stop() throws Exception {
    yarn.close();
    hdfs.close();
  }

  @Test
  void hours_share_an_application_and_a_poisoned_one_says_why() throws Exception {
    try (Submitted submitted = submitted("client")) {
      World world = submitted.world();
      world.lands(H13, event("a", 1), event("b", 2), event("a", 1), "not JSON");
      world.lands(H14, event("c", 3), event("d", 4));
      submitted.poison(H14);
      world.watermarkReaches("2026-08-22T15:06:00Z");
      submitted.ticksUntil(() -> world.rests(H13) && world.partition(H14).failure().isPresent());
      assertThat(world.partition(H13).publication().orElseThrow().counts()).isEqualTo(COUNTS);
      assertThat(world.partition(H14).failure().orElseThrow().last().error())
          .contains(H14, "has 1 row");
      assertThat(world.isDone(H14)).isFalse();
      assertThat(submitted.written()).containsOnlyOnce(SUBMITTED);
    }
  }

  @Test
  void an_hour_is_processed_with_the_driver_in_a_container() throws Exception {
    try (Submitted submitted = submitted("cluster")) {
      World world = submitted.world();
      world.lands(H13, event("a", 1), event("b", 2), event("a", 1), "not JSON");
      world.watermarkReaches("2026-08-22T14:06:00Z");
      submitted.ticksUntil(() -> world.rests(H13));
      assertThat(world.partition(H13).publication().orElseThrow().counts()).isEqualTo(COUNTS);
      assertThat(submitted.written()).containsOnlyOnce(SUBMITTED);
    }
  }

  private static Submitted submitted(String deployMode) {
    return new Submitted(hdfs, directory, deployMode, settings(deployMode), Optional.of(home));
  }

  private static Map<String, String> settings(String deployMode) {
    return Map.of(
        "spark.master", "yarn",
        "spark.submit.deployMode", deployMode,
        // Where it is on every node of this cluster, so that it is not brought along each time.
        "spark.yarn.jars", "local:" + home.jars(),
        "spark.yarn.appMasterEnv.SPARK_LOCAL_IP", "127.0.0.1",
        "spark.executorEnv.SPARK_LOCAL_IP", "127.0.0.1");
  }
}
