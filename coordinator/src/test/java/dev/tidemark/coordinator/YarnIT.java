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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Processing in applications on YARN, by an installation's {@code spark-submit}: a real
 * ResourceManager, a real NodeManager and a real HDFS.
 */
@Timeout(300)
class YarnIT {
  private static final String H13 = "2026-08-22T13";
  private static final String H14 = "2026-08-22T14";

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

  @ParameterizedTest
  @CsvSource({"client, 1", "cluster, 2"})
  void hours_are_processed_by_configuration_alone_and_a_poisoned_one_says_why(
      String deployMode, int applications) throws Exception {
    try (Submitted submitted =
        new Submitted(hdfs, directory, deployMode, settings(deployMode), Optional.of(home))) {
      World world = submitted.world();
      world.lands(H13, event("a", 1), event("b", 2), event("a", 1), "not JSON");
      world.lands(H14, event("c", 3), event("d", 4));
      submitted.poison(H14);
      world.watermarkReaches("2026-08-22T15:06:00Z");
      submitted.ticksUntil(() -> world.rests(H13) && world.partition(H14).failure().isPresent());
      assertThat(world.partition(H13).publication().orElseThrow().counts())
          .isEqualTo(new LogEntry.Counts(4, 2, 1, 1));
      assertThat(world.partition(H14).failure().orElseThrow().last().error())
          .contains(H14, "has 1 row");
      assertThat(world.isDone(H14)).isFalse();
      assertThat(submitted.written().split("Submitted application application_", -1))
          .hasSize(applications + 1);
    }
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
