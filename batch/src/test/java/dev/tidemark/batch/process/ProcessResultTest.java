package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessResultTest {
  @Test
  void counts_that_do_not_add_up_are_refused() {
    assertThatNoException().isThrownBy(() -> result(6, 3, 1, 2, 3, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> result(7, 3, 1, 2, 3, 2))
        .withMessageContaining("7 rows in are not 3 out");
    assertThatIllegalArgumentException().isThrownBy(() -> result(6, 3, 1, 2, 4, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> result(6, 3, 1, 2, 3, 1));
  }

  private static ProcessResult result(
      long in, long out, long duplicates, long quarantined, long ofType, long byReason) {
    return new ProcessResult(
        in, out, duplicates, quarantined, Map.of("a", ofType), Map.of("r", byReason), "h");
  }
}
