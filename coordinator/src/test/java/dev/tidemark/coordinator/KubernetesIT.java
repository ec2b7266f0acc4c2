package dev.tidemark.coordinator;

import static dev.tidemark.coordinator.Submitted.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.embedded.EmbeddedHdfs;
import dev.tidemark.landing.log.LogEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processing in applications whose executors are pods, on a real HDFS. */
@Timeout(300)
class KubernetesIT {
  private static final String H13 = "2026-08-22T13";

  @TempDir private Path directory;

  @Test
  void an_hour_is_processed_in_pods_by_configuration_alone() throws Exception {
    SparkHome home = SparkHome.create(Files.createDirectories(directory.resolve("conf")));
    try (EmbeddedHdfs hdfs = new EmbeddedHdfs(directory.resolve("hdfs"), 0).start();
        KubernetesNode node = new KubernetesNode(directory.resolve("pods"), home);
        Submitted submitted =
            new Submitted(hdfs, directory, "applications", settings(node), Optional.of(home))) {
      World world = submitted.world();
      world.lands(H13, event("a", 1), event("b", 2), event("a", 1), "not JSON");
      world.watermarkReaches("2026-08-22T14:06:00Z");
      submitted.ticksUntil(() -> world.rests(H13));
      assertThat(world.partition(H13).publication().orElseThrow().counts())
          .isEqualTo(new LogEntry.Counts(4, 2, 1, 1));
      assertThat(node.started()).hasSize(1).allMatch(pod -> pod.startsWith("tidemark-process-"));
    }
  }

  private static Map<String, String> settings(KubernetesNode node) {
    return Map.of(
        "spark.master", node.master(),
        "spark.kubernetes.container.image", "spark:4.2",
        "spark.kubernetes.executor.podNamePrefix", "tidemark-process");
  }
}
