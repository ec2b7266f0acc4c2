package dev.tidemark.ingest.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class TimeBoundsTest {
  private static final Instant NOON = Instant.parse("2026-08-22T12:00:00Z");
  private static final Duration PAST = Duration.ofHours(2);
  private static final Duration FUTURE = Duration.ofMinutes(5);

  private final Hands clock = new Hands();
  private final TimeBounds bounds = new TimeBounds(clock, PAST, FUTURE);

  @Test
  void the_bounds_themselves_can_be_used_and_what_is_beyond_them_cannot() {
    assertThat(isUsable(NOON.minus(PAST))).isTrue();
    assertThat(isUsable(NOON.plus(FUTURE))).isTrue();
    assertThat(isUsable(NOON.minus(PAST).minusMillis(1))).isFalse();
    assertThat(isUsable(NOON.plus(FUTURE).plusMillis(1))).isFalse();
    assertThat(bounds.isUsable(-1)).isFalse();
  }

  @Test
  void a_time_is_not_refused_by_an_old_reading() {
    assertThat(isUsable(NOON)).isTrue();
    clock.now = NOON.plus(Duration.ofHours(1));
    assertThat(isUsable(NOON.plus(Duration.ofHours(1)))).isTrue();
  }

  @Test
  void what_stands_in_for_a_refused_time_is_the_clock_as_it_is_then() {
    assertThat(isUsable(NOON)).isTrue();
    clock.now = NOON.plus(Duration.ofHours(1));
    assertThat(bounds.isUsable(-1)).isFalse();
    assertThat(bounds.now()).isEqualTo(clock.now);
  }

  @Test
  void times_that_can_be_used_seldom_need_the_clock() {
    for (int i = 0; i < 10_000; i++) {
      assertThat(isUsable(NOON)).isTrue();
    }
    assertThat(clock.readings).isBetween(2, 20);
    clock.now = NOON.plus(PAST).plus(Duration.ofHours(1));
    int passed = 0;
    while (isUsable(NOON)) {
      passed++;
    }
    assertThat(passed).as("how long a time may pass that has become too old").isLessThan(2_000);
  }

  private boolean isUsable(Instant time) {
    return bounds.isUsable(time.toEpochMilli());
  }

  /** A clock that is set, and counts who looks. */
  private static final class Hands extends Clock {
    private Instant now = NOON;
    private int readings;

    @Override
    public Instant instant() {
      readings++;
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
