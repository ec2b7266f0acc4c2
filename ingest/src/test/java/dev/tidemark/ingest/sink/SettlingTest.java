package dev.tidemark.ingest.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private final Hand clock = new Hand();
  private final Settling settling = new Settling(Duration.ofSeconds(30), clock);

  @Test
  void without_an_outage_there_is_nothing_to_wait_for() {
    assertThat(settling.isOver(clock.now)).isTrue();
  }

  @Test
  void after_an_outage_it_takes_its_time_from_the_first_answer() {
    assertThat(settling.begin()).isTrue();
    clock.pass(100);
    assertThat(settling.begin()).as("told once").isFalse();
    clock.pass(1);
    assertThat(settling.isOver(clock.now)).isFalse();
    clock.pass(29);
    assertThat(settling.isOver(clock.now)).isFalse();
    clock.pass(1);
    assertThat(settling.isOver(clock.now)).isTrue();
    assertThat(settling.begin()).as("told again").isTrue();
  }

  @Test
  void an_answer_that_had_to_wait_for_a_broker_is_an_outage_too() {
    Instant asked = clock.now;
    clock.pass(3);
    assertThat(settling.isOver(asked)).isFalse();
    clock.pass(30);
    assertThat(settling.isOver(clock.now)).isTrue();
  }

  /** A clock that is moved by hand. */
  private static final class Hand extends Clock {
    private Instant now = Instant.parse("2026-08-22T13:00:00Z");

    void pass(long seconds) {
      now = now.plusSeconds(seconds);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }
}
