package dev.tidemark.batch.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("locale")
class BatchConfigTest {
  @Test
  void every_key_has_a_default() {
    assertThat(read(""))
        .isEqualTo(
            new BatchConfig(
                Engine.EMBEDDED,
                Path.of("conf/events"),
                128L << 20,
                2,
                IpPolicy.KEEP,
                SubmitConfig.byDefault()));
  }

  @Test
  void settings_of_spark_have_its_own_names() {
    String yaml =
        """
        batch:
          engine: spark-submit
          spark: {master: "spark://host:7077", executor.memory: 4g}
          submit: {timeout: PT5M, partitions: 7}
        """;
    Problems problems = new Problems();
    BatchConfig config =
        BatchConfig.read(
            ConfigFile.parse(
                    yaml,
                    "tidemark.yaml",
                    Map.of("SPARK_HOME", "/opt/spark"),
                    List.of("batch.spark.submit.deployMode=cluster"))
                .root(problems));
    problems.throwIfAny();
    assertThat(config.engine()).isEqualTo(Engine.SPARK_SUBMIT);
    assertThat(config.submit())
        .isEqualTo(
            new SubmitConfig(
                Map.of(
                    "spark.master", "spark://host:7077",
                    "spark.executor.memory", "4g",
                    "spark.submit.deployMode", "cluster"),
                Optional.of(Path.of("/opt/spark")),
                Duration.ofMinutes(5),
                7));
    assertThat(config.submit().isLocal()).isFalse();
    assertThat(config.submit().isDriverElsewhere()).isTrue();
  }

  @Test
  void every_problem_is_reported_at_once() {
    String yaml =
        """
        batch:
          engine: warp
          target-file-size: 1 KiB
          shuffle-partitions: 0
          event-type-dir: x
        """;
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.problems())
                    .hasSize(4)
                    .anySatisfy(p -> assertThat(p).contains("'batch.engine'", "warp"))
                    .anySatisfy(p -> assertThat(p).contains("target-file-size", "1 MiB"))
                    .anySatisfy(p -> assertThat(p).contains("shuffle-partitions"))
                    .anySatisfy(
                        p -> assertThat(p).contains("Did you mean 'batch.event-types-dir")));
  }

  private static BatchConfig read(String yaml) {
    Problems problems = new Problems();
    BatchConfig config =
        BatchConfig.read(
            ConfigFile.parse(yaml, "tidemark.yaml", Map.of(), List.of()).root(problems));
    problems.throwIfAny();
    return config;
  }
}
