package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InputTest {
  @Test
  void line_k_is_the_kth_offset() {
    Input input = new Input(0, "f", "t", 0, 0, List.of(5L, 9L, 9L), List.of(7L, 9L, 10L));
    Input.Offsets offsets = input.new Offsets();
    assertThat(List.of(offsets.next(), offsets.next(), offsets.next())).containsExactly(5L, 6L, 9L);
    assertThat(offsets.next()).isEqualTo(-1);
    assertThat(offsets.next()).isEqualTo(-1);
  }
}
