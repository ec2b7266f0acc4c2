package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SafeTextTest {
  @Test
  void what_moves_the_cursor_or_hides_text_is_shown_as_an_escape() {
    assertThat(SafeText.of("a\u001b[2Jb\r\n\tc\u0000\u007f\u009b\u202e\u2028"))
        .isEqualTo("a\\u001b[2Jb\\r\\n\\tc\\u0000\\u007f\\u009b\\u202e\\u2028");
    assertThat(SafeText.of("\ud800x\udb40\udc41")).isEqualTo("\\ud800x\\udb40\\udc41");
  }

  @Test
  void other_text_stays_as_it_is() {
    assertThat(SafeText.of("{\"q\":\"Öl \\\" 日本 😀\"}")).isEqualTo("{\"q\":\"Öl \\\" 日本 😀\"}");
  }

  @Test
  void bytes_that_are_no_text_are_shown_by_their_numbers() {
    assertThat(SafeText.of(new byte[] {'a', 27, (byte) 0xff, 0, '~', 127}))
        .isEqualTo("a\\x1b\\xff\\x00~\\x7f");
  }

  @Test
  void a_cut_is_marked_and_leaves_characters_whole() {
    assertThat(SafeText.cut("abc", 3)).isEqualTo("abc");
    assertThat(SafeText.cut("abcd", 3)).isEqualTo("ab…");
    assertThat(SafeText.cut("a😀bc", 3)).isEqualTo("a…");
  }
}
