package dev.tidemark.collector.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RejectedTableTest {
  private static final Instant NOON = Instant.parse("2026-08-22T12:00:59Z");

  @Test
  void a_group_is_a_line_and_its_last_reason_another() {
    assertThat(
            (RejectedTable.heading()
                    + RejectedTable.group("too_large", "shop", 1200, NOON, NOON, "above 900 KiB"))
                .lines())
        .containsExactly(
            "CODE           SOURCE             EVENTS  FIRST              LAST",
            "too_large      shop                 1200  2026-08-22T12:00Z  2026-08-22T12:00Z",
            "  above 900 KiB");
  }

  @Test
  void no_line_is_longer_than_a_terminal() {
    String wide =
        RejectedTable.group(
            "c".repeat(99), "s".repeat(99), 12_345_678, NOON, NOON, "r".repeat(999));
    assertThat(wide.lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(80));
  }
}
