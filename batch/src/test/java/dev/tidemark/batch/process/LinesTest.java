package dev.tidemark.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinesTest {
  @Test
  void only_a_line_feed_ends_a_line() throws IOException {
    assertThat(lines("a\rb\r\nc\u2028d\u0085e\n\nf\n"))
        .containsExactly("a\rb\r", "c\u2028d\u0085e", "", "f");
  }

  @Test
  void bytes_after_the_last_line_end_are_a_line() throws IOException {
    assertThat(lines("a\nb")).containsExactly("a", "b");
    assertThat(lines("")).isEmpty();
    assertThat(lines("\n")).containsExactly("");
  }

  @Test
  void a_line_may_be_longer_than_the_buffer_and_end_where_it_ends() throws IOException {
    String exact = "x".repeat((1 << 16) - 1);
    String longer = "y".repeat(200_000);
    assertThat(lines(exact + "\n" + longer + "\nz\n")).containsExactly(exact, longer, "z");
    assertThat(lines(exact + "x\n\n")).containsExactly(exact + "x", "");
  }

  private static List<String> lines(String text) throws IOException {
    List<String> found = new ArrayList<>();
    try (Lines lines = new Lines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
      for (Optional<byte[]> line = lines.next(); line.isPresent(); line = lines.next()) {
        found.add(new String(line.get(), StandardCharsets.UTF_8));
      }
    }
    return found;
  }
}
