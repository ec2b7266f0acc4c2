package dev.tidemark.batch.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.landing.config.ConfigException;
import dev.tidemark.landing.config.ConfigFile;
import dev.tidemark.landing.config.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchConfigTest {
  @Test
  void every_key_has_a_default() {
    assertThat(read(""))
        .isEqualTo(
            new BatchConfig(Engine.EMBEDDED, Path.of("conf/events"), 128L << 20, 2, IpPolicy.KEEP));
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
