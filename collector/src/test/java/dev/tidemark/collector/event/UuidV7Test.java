package dev.tidemark.collector.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UuidV7Test {
  @Test
  void ids_have_the_time_in_front_and_never_go_back() {
    UuidV7 ids = new UuidV7(new Random(1));
    long now = 1_787_400_000_123L;
    List<UUID> made = new ArrayList<>();
    for (long time : new long[] {now, now, now + 1, now - 500, now + 2}) {
      made.add(ids.next(time));
    }
    assertThat(made.stream().map(UUID::toString)).isSorted().doesNotHaveDuplicates();
    assertThat(made).allMatch(id -> id.version() == 7 && id.variant() == 2);
    assertThat(made.get(0).getMostSignificantBits() >>> 16).isEqualTo(now);
  }
}
