package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappedTest {
  @Test
  void a_command_is_one_word_as_long_as_it_fits_a_line() {
    assertThat(Wrapped.of("Then 'tidemark release 2026-08-22T13' ends it.", 34).lines())
        .containsExactly("Then", "'tidemark release 2026-08-22T13'", "ends it.");
  }

  @Test
  void a_command_that_is_longer_is_broken_between_its_words() {
    String command = "'tidemark reprocess --from 2026-08-22T13 --to 2026-08-22T14 --only failed'";
    assertThat(Wrapped.of("Mend it, then " + command + ".", 30).lines())
        .containsExactly(
            "Mend it, then",
            "'tidemark reprocess --from",
            "2026-08-22T13 --to",
            "2026-08-22T14 --only failed'.");
  }

  @Test
  void a_word_that_fills_more_than_a_line_is_cut_and_nothing_of_it_is_lost() {
    String word = "/tidemark/events/".repeat(5) + "\uD83D\uDE00".repeat(9);
    Wrapped wrapped = Wrapped.of("See " + word + " for more.", 16);
    assertThat(wrapped.lines()).allMatch(line -> line.length() <= 16);
    assertThat(String.join("", wrapped.lines()).replace(" ", ""))
        .isEqualTo("See" + word + "formore.");
    assertThat(wrapped.lines()).noneMatch(l -> Character.isLowSurrogate(l.charAt(0)));
  }

  @Test
  void what_fits_is_one_line_and_nothing_is_an_empty_one() {
    assertThat(Wrapped.of("as it is", 8).lines()).containsExactly("as it is");
    assertThat(Wrapped.of("", 8).lines()).containsExactly("");
    assertThat(Wrapped.of("two\nlines", 80).indented("  "))
        .isEqualTo("two" + System.lineSeparator() + "  lines");
  }
}
