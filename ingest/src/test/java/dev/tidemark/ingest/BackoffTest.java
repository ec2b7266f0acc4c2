package dev.tidemark.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
  @Test
  void each_pause_is_twice_the_one_before_up_to_the_longest() {
    Backoff backoff = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(60));
    assertThat(IntStream.rangeClosed(1, 6).mapToObj(backoff::pause))
        .extracting(Duration::toSeconds)
        .containsExactly(5L, 10L, 20L, 40L, 60L, 60L);
    assertThat(backoff.pause(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void a_first_pause_beyond_the_longest_is_the_longest() {
    Backoff backoff = new Backoff(Duration.ofHours(1), Duration.ofSeconds(60));
    assertThat(backoff.pause(1)).isEqualTo(Duration.ofSeconds(60));
  }
}
