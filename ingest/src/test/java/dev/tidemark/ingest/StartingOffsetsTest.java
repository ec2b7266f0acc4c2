package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class StartingOffsetsTest {
  @Test
  void what_is_written_is_read_back() {
    String json = StartingOffsets.json(Map.of("a", Map.of("0", 3L, "1", 4L), "b", Map.of("0", 5L)));
    assertThat(StartingOffsets.parse(json))
        .isEqualTo(
            Map.of(
                new TopicPartition("a", 0), 3L,
                new TopicPartition("a", 1), 4L,
                new TopicPartition("b", 0), 5L));
  }

  @Test
  void a_report_without_offsets_says_nothing() {
    assertThat(StartingOffsets.parse(null)).isEmpty();
  }
}
