package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  private static final String LONG = "a-name-without-a-space-".repeat(9);

  private static void fits(String table, int width) {
    assertThat(table.lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(width));
  }

  @Test
  void what_fits_stays_as_it_is() {
    assertThat(new TextTable("NAME", "ROWS").row("a", 1200).row("bc", 3).toString().lines())
        .containsExactly("NAME   ROWS", "a     1,200", "bc        3");
  }

  @Test
  void the_widest_text_goes_on_in_lines_of_its_own() {
    String table =
        new TextTable("REASON", "ROWS", "FIRST")
            .row(
                "the required field 'timestamp' is neither a number nor a time of ISO 8601",
                12,
                "x")
            .row("short", 3, "2026-08-22T13")
            .fitting(40);
    assertThat(table.lines())
        .containsExactly(
            "REASON               ROWS  FIRST",
            "the required field     12  x",
            "'timestamp' is",
            "neither a number",
            "nor a time of ISO",
            "8601",
            "short                   3  2026-08-22T13");
  }

  @Test
  void nothing_is_left_out_of_a_long_word() {
    String table = new TextTable("FILE", "ROWS").row(LONG, 1).toString();
    fits(table, 80);
    assertThat(table.lines().skip(1).map(l -> l.replaceFirst(" .*", "")).reduce("", String::concat))
        .isEqualTo(LONG);
  }

  @Test
  void a_row_of_too_many_columns_is_a_list() {
    TextTable table = new TextTable("PARTITION", "A", "B", "C", "D", "E");
    table.row("2026-08-22T13", Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, 3);
    assertThat(table.toString().lines().toList().subList(0, 2))
        .isEqualTo(List.of("PARTITION  2026-08-22T13", "A          9223372036854775807"));
    fits(table.toString(), 80);
  }

  @Test
  void text_is_broken_between_words_and_never_within_a_command() {
    assertThat(
            Wrapped.of("Remove the cause, then 'tidemark retry 2026-08-22T13' does it.", 32)
                .lines())
        .containsExactly("Remove the cause, then", "'tidemark retry 2026-08-22T13'", "does it.");
    assertThat(Wrapped.of("😀".repeat(5), 5).lines()).containsExactly("😀😀", "😀😀", "😀");
    assertThat(Wrapped.of("", 5).lines()).containsExactly("");
  }
}
