package dev.tidemark.landing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OffsetSetTest {

  @Test
  void ranges_that_meet_in_any_order_are_one() {
    List<OffsetRange> ranges = new ArrayList<>();
    for (long from = 0; from < 1000; from += 10) {
      ranges.add(new OffsetRange(from, from + 10));
    }
    Collections.shuffle(ranges, new Random(7));
    OffsetSet set = new OffsetSet();
    ranges.forEach(r -> assertThat(set.add(r)).isEmpty());
    assertThat(set.size()).isEqualTo(1000);
    assertThat(set.span()).contains(new OffsetRange(0, 1000));
    ranges.forEach(r -> assertThat(set.add(r)).isPresent());
  }

  @Test
  void an_offset_that_comes_twice_is_told() {
    OffsetSet set = new OffsetSet();
    set.add(new OffsetRange(5, 8));
    set.add(new OffsetRange(10, 12));
    assertThat(set.add(new OffsetRange(7, 9))).isEqualTo(Optional.of(7L));
    assertThat(set.add(new OffsetRange(8, 11))).isEqualTo(Optional.of(10L));
    assertThat(set.add(new OffsetRange(0, 20))).isEqualTo(Optional.of(5L));
    assertThat(set.add(new OffsetRange(8, 10))).isEmpty();
    assertThat(set.size()).isEqualTo(7);
  }
}
