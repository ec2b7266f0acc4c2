package dev.tidemark.ingest.watermark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tidemark.landing.TopicPartition;
import dev.tidemark.landing.log.SourceState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LeastProgressTest {
  private static final TopicPartition P0 = new TopicPartition("id", 0);
  private static final TopicPartition P1 = new TopicPartition("id", 1);
  private static final Instant NOW = Instant.parse("2026-08-22T14:00:00Z");
  private static final Instant T13 = Instant.parse("2026-08-22T13:00:00Z");
  private static final Duration DELAY = Duration.ofSeconds(15);
  private static final Optional<Instant> NONE = Optional.empty();

  static Stream<Arguments> table() {
    return Stream.of(
        arguments("no topic is read", Map.of(), Map.of(), NONE, NONE),
        arguments("an empty partition, never seen", Map.of(P0, 0L), Map.of(), NONE, at(NOW)),
        arguments(
            "all caught up",
            Map.of(P0, 5L, P1, 9L),
            Map.of(P0, s(5, T13), P1, s(9, T13)),
            NONE,
            at(NOW)),
        arguments(
            "the log is ahead of the end that was seen",
            Map.of(P0, 5L),
            Map.of(P0, s(6, T13)),
            NONE,
            at(NOW)),
        arguments(
            "one lags",
            Map.of(P0, 5L, P1, 9L),
            Map.of(P0, s(5, NOW), P1, s(8, T13)),
            NONE,
            at(T13)),
        arguments(
            "two lag",
            Map.of(P0, 5L, P1, 9L),
            Map.of(P0, s(4, T13.minusSeconds(1)), P1, s(8, T13)),
            NONE,
            at(T13.minusSeconds(1))),
        arguments(
            "one lags and nothing of it is landed",
            Map.of(P0, 5L, P1, 9L),
            Map.of(P0, s(5, T13)),
            NONE,
            NONE),
        arguments(
            "one lags and had no usable time yet",
            Map.of(P0, 5L, P1, 9L),
            Map.of(P0, s(5, T13), P1, source(3, 9, NONE)),
            NONE,
            NONE),
        arguments(
            "… and the watermark was somewhere already",
            Map.of(P0, 5L, P1, 9L),
            Map.of(P0, s(5, T13)),
            Optional.of(T13),
            Optional.of(T13)),
        arguments(
            "one lags, its time a little ahead of the clock",
            Map.of(P0, 5L),
            Map.of(P0, s(4, NOW.plusSeconds(200))),
            NONE,
            at(NOW)),
        arguments(
            "a partition that lags appears after the watermark passed it",
            Map.of(P0, 5L, P1, 1L),
            Map.of(P0, s(5, T13), P1, s(0, T13.minusSeconds(3600))),
            Optional.of(T13),
            Optional.of(T13)),
        arguments(
            "a partition that is not read any more lags",
            Map.of(P0, 5L),
            Map.of(P0, s(5, T13), P1, s(0, T13)),
            NONE,
            at(NOW)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void the_watermark_is_the_least_that_a_partition_allows(
      String situation,
      Map<TopicPartition, Long> ends,
      Map<TopicPartition, SourceState> sources,
      Optional<Instant> before,
      Optional<Instant> after) {
    assertThat(new LeastProgress(ends, NOW, DELAY).next(before, new TreeMap<>(sources)))
        .as(situation)
        .isEqualTo(after);
  }

  private static SourceState source(long landed, long end, Optional<Instant> maxTime) {
    return new SourceState(0, landed, List.of(), end, landed, 0, 0, maxTime);
  }

  private static SourceState s(long landed, Instant maxTime) {
    return source(landed, landed, Optional.of(maxTime));
  }

  private static Optional<Instant> at(Instant time) {
    return Optional.of(time.minus(DELAY));
  }
}
