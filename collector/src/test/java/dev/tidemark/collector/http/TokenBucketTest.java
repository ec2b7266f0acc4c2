package dev.tidemark.collector.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void ten_seconds_worth_pass_at_once_and_then_the_rate() {
    TokenBucket bucket = new TokenBucket(10, 0);
    assertThat(bucket.take(100, 0)).isZero();
    assertThat(bucket.take(1, 0)).isEqualTo(1);
    assertThat(bucket.take(1, SECOND)).isZero();
    assertThat(bucket.take(9, SECOND)).isZero();
    assertThat(bucket.take(1, SECOND)).isEqualTo(1);
  }

  @Test
  void a_request_above_the_rate_passes_and_is_paid_back() {
    TokenBucket bucket = new TokenBucket(10, 0);
    assertThat(bucket.take(5_000, 0)).isZero();
    assertThat(bucket.take(1, 0)).isEqualTo(491);
    assertThat(bucket.take(1, 490 * SECOND)).isEqualTo(1);
    assertThat(bucket.take(1, 491 * SECOND)).isZero();
  }

  @Test
  void a_clock_that_does_not_move_forward_adds_nothing() {
    TokenBucket bucket = new TokenBucket(1, SECOND);
    assertThat(bucket.take(10, SECOND)).isZero();
    assertThat(bucket.take(1, 0)).isEqualTo(1);
  }
}
