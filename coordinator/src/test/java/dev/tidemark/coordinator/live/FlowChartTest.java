package dev.tidemark.coordinator.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.coordinator.World;
import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.LogEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How far a topic-partition was behind, from what landed. */
class FlowChartTest {
  private static final Instant NOON = Instant.parse("2026-08-22T12:00:00Z");
  private static final TopicPartition SOURCE = new TopicPartition("id", 0);

  private final World world = new World(new MemoryFileSystem()).lands("2026-08-22T11", "a");

  private static Instant at(int second) {
    return NOON.plusSeconds(second);
  }

  /** Something lands at a moment, of which the newest event is of another. */
  private static LogNote lands(long version, int second, int newest) {
    return new LogNote(
        version,
        Optional.empty(),
        at(second),
        Set.of(),
        1,
        0,
        OptionalLong.empty(),
        Map.of(SOURCE, at(newest)));
  }

  private List<Flow.Lag> lags(LogNote... notes) {
    return new FlowChart(
            world.dataset(), world.state(), new RecentLog.History(List.of(notes), true))
        .lags(new Steps(NOON, Duration.ofSeconds(10), 5));
  }

  @Test
  void it_is_the_time_from_the_newest_event_to_the_end_of_each_step() {
    Flow.Lag lag = lags(lands(1, 12, 5), lands(2, 20, 18), lands(3, 41, 16)).get(0);
    assertThat(lag.topic()).isEqualTo("events");
    assertThat(lag.partition()).isZero();
    // Events are not in order: what is newest stays so.
    assertThat(lag.seconds()).containsExactly(null, 2.0, 12.0, 22.0, 32.0);
  }

  @Test
  void what_landed_before_is_known_as_far_as_it_is_remembered_and_the_future_is_no_lag() {
    assertThat(lags(lands(1, -30, -40), lands(2, 25, 90)).get(0).seconds())
        .containsExactly(50.0, 60.0, 0.0, 0.0, 0.0);
  }

  @Test
  void of_a_topic_that_is_not_read_any_more_nothing_is_told() {
    world.says(new LogEntry.TopicRetired("id", "gone"));
    assertThat(lags(lands(1, 12, 5))).isEmpty();
  }
}
