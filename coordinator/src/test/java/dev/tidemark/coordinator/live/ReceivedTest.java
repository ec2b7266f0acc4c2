package dev.tidemark.coordinator.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** A counter that is looked at now and then. */
class ReceivedTest {
  private static final Instant START = Instant.parse("2026-08-22T12:00:00Z");

  private final Received received = new Received();

  private void counted(int second, double total) {
    received.counted(total, START.plusSeconds(second));
  }

  private OptionalDouble between(int from, int to) {
    return received.known().between(START.plusSeconds(from), START.plusSeconds(to));
  }

  @Test
  void before_two_looks_nothing_is_known() {
    counted(0, 1000);
    assertThat(between(-10, 0)).isEmpty();
    assertThat(between(0, 10)).isEmpty();
  }

  @Test
  void what_came_between_two_looks_is_shared_out_evenly() {
    counted(3, 1000);
    counted(13, 1100);
    counted(23, 1100);
    assertThat(between(5, 10)).hasValue(50);
    assertThat(between(8, 18)).hasValue(50);
    assertThat(between(13, 23)).hasValue(0);
    assertThat(between(0, 10)).isEmpty();
    assertThat(between(20, 30)).isEmpty();
  }

  @Test
  void a_counter_that_went_back_began_anew() {
    counted(0, 1000);
    counted(10, 30);
    counted(20, 40);
    assertThat(between(0, 20)).hasValue(40);
  }

  @Test
  void while_nobody_looked_nothing_is_known() {
    counted(0, 1000);
    counted(100, 2000);
    counted(110, 2010);
    assertThat(between(0, 100)).isEmpty();
    assertThat(between(100, 110)).hasValue(10);
  }

  @Test
  void a_clock_that_goes_back_tells_nothing() {
    counted(10, 1000);
    counted(5, 1001);
    counted(15, 1011);
    assertThat(between(5, 15)).hasValue(10);
  }

  @Test
  void after_a_clock_that_went_far_back_the_new_time_is_told() {
    counted(1000, 0);
    counted(1010, 100);
    counted(0, 100);
    counted(10, 200);
    assertThat(between(0, 10)).hasValue(100);
    assertThat(between(1000, 1010)).isEmpty();
  }

  @Test
  void after_a_day_it_is_forgotten() {
    for (int i = 0; i <= 100_000; i += 10) {
      counted(i, i);
    }
    assertThat(between(0, 10)).isEmpty();
    assertThat(between(99_000, 99_010)).hasValue(10);
  }
}
