package dev.tidemark.coordinator.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TickerTest {
  private static final String EVERY_SECOND = "* * * * * ?";

  @Test
  void it_ticks_by_its_cron_and_a_tick_that_throws_does_not_stop_the_next() {
    AtomicInteger good = new AtomicInteger();
    AtomicInteger bad = new AtomicInteger();
    Runnable throwing =
        () -> {
          bad.incrementAndGet();
          throw new IllegalStateException("on purpose");
        };
    // Two programs of a JVM may look after the same dataset.
    try (Ticker one = Ticker.start("events", EVERY_SECOND, good::incrementAndGet);
        Ticker other = Ticker.start("events", EVERY_SECOND, throwing)) {
      assertThat(one).isNotSameAs(other);
      await().atMost(Duration.ofSeconds(10)).until(() -> good.get() >= 2 && bad.get() >= 2);
    }
  }

  @Test
  void a_tick_that_runs_long_is_not_joined_by_the_next() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger ticks = new AtomicInteger();
    CountDownLatch release = new CountDownLatch(1);
    Runnable tick =
        () -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          try {
            // Longer than the cron's period, unless the test is over.
            release.await(2200, TimeUnit.MILLISECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          running.decrementAndGet();
          ticks.incrementAndGet();
        };
    try (Ticker ticker = Ticker.start("events", EVERY_SECOND, tick)) {
      await().atMost(Duration.ofSeconds(15)).until(() -> ticks.get() >= 2);
      release.countDown();
    }
    assertThat(most).hasValue(1);
    assertThat(running).as("close waits for a running tick").hasValue(0);
  }

  @Test
  void upkeep_goes_on_where_ticks_and_looks_at_the_root_are_stuck() throws InterruptedException {
    AtomicInteger upkeeps = new AtomicInteger();
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch stuck = new CountDownLatch(2);
    Runnable tick =
        () -> {
          stuck.countDown();
          try {
            release.await(30, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    try (Ticker ticker =
        Ticker.start("events", EVERY_SECOND, tick)
            .every("write check", Duration.ofMillis(20), tick)
            .every("upkeep", Duration.ofMillis(20), upkeeps::incrementAndGet)) {
      assertThat(stuck.await(10, TimeUnit.SECONDS)).isTrue();
      int before = upkeeps.get();
      await().atMost(Duration.ofSeconds(10)).until(() -> upkeeps.get() > before + 3);
      release.countDown();
    }
  }

  @Test
  void what_is_no_cron_expression_is_named() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Ticker.start("events", "0 0 * * * *", () -> {}))
        .withMessage("'coordinator.schedule' must be a Quartz cron expression. Found: 0 0 * * * *");
  }

  @ParameterizedTest
  @CsvSource({
    "0/2 * * * * ?, PT2S",
    "0/10 * * * * ?, PT10S",
    "0 0/15 * * * ?, PT15M",
    "0/30 * 8-17 * * ?, PT14H0M30S",
    "0 0 6 ? * MON-FRI, PT72H",
    "* * 8-19 * * ?, PT12H0M1S",
    "0 0 0 1 * ?, PT720H",
    "0 0 0 1 1 ? 2027, PT8784H"
  })
  void the_longest_pause_is_over_nights_and_weekends_too(String cron, Duration pause) {
    Clock clock = Clock.fixed(Instant.parse("2026-08-22T12:00:01Z"), ZoneOffset.UTC);
    assertThat(Ticker.longestPause(cron, clock)).isEqualTo(pause);
  }
}
