package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tidemark.batch.config.BatchConfig;
import dev.tidemark.batch.config.Engine;
import dev.tidemark.batch.config.IpPolicy;
import dev.tidemark.batch.config.SubmitConfig;
import dev.tidemark.landing.hadoop.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkProcessingTest {
  @TempDir Path root;

  @Test
  void what_was_never_used_never_makes_a_session() {
    SparkProcessing processing =
        new SparkProcessing(
            () -> {
              throw new AssertionError("A session was asked for");
            },
            root.toUri(),
            FileSystems.open(root.toUri()),
            EventTypes.load(EventTypesTest.SHIPPED),
            new BatchConfig(
                Engine.EMBEDDED,
                EventTypesTest.SHIPPED,
                1 << 20,
                1,
                IpPolicy.KEEP,
                SubmitConfig.byDefault()));
    processing.close();
    ProcessRequest request =
        new ProcessRequest(Partition.HOUR, "one", List.of(), "final/.staging/one", Map.of());
    assertThatIllegalStateException()
        .isThrownBy(() -> processing.process(request))
        .withMessage("Processing is closed");
  }
}
