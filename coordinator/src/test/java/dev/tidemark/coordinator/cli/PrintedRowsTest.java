package dev.tidemark.coordinator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PrintedRowsTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void a_table_has_numbers_to_the_right_and_null_by_name() throws Exception {
    assertThat(
            printed(
                out -> new RowsAsTable(out, 80),
                List.of("word", "n", "list"),
                "[\"shoes\",5,[1,\"x\"]]",
                "[null,1234,null]"))
        .isEqualToNormalizingNewlines(
            """
            word      n  list
            shoes     5  [1,"x"]
            NULL   1234  NULL
            """);
  }

  @Test
  void a_long_value_is_cut_to_the_width_of_the_terminal() throws Exception {
    String table =
        printed(
            out -> new RowsAsTable(out, 30),
            List.of("a", "b"),
            "[\"short\",\"%s\"]".formatted("x".repeat(100)));
    assertThat(table).isEqualToNormalizingNewlines("a      b\nshort  " + "x".repeat(22) + "…\n");
  }

  @Test
  void columns_that_cannot_fit_are_lists_with_whole_values() throws Exception {
    String table =
        printed(
            out -> new RowsAsTable(out, 30),
            List.of("first_column", "second_column", "third_column"),
            "[\"%s\",2,\"\\u001b[2J\"]".formatted("x".repeat(40)));
    assertThat(table)
        .isEqualToNormalizingNewlines(
            """
            -- row 1
            first_column   %s
            second_column  2
            third_column   \\u001b[2J
            """
                .formatted("x".repeat(40)));
  }

  @Test
  void no_rows_are_a_heading() throws Exception {
    assertThat(printed(out -> new RowsAsTable(out, 80), List.of("a", "b")))
        .isEqualToNormalizingNewlines("a  b\n");
    assertThat(printed(RowsAsCsv::new, List.of("a", "b"))).isEqualToNormalizingNewlines("a,b\n");
    assertThat(JSON.readTree(printed(RowsAsJson::new, List.of("a", "b")))).isEmpty();
  }

  @Test
  void csv_tells_null_from_an_empty_text_and_quotes_what_it_must() throws Exception {
    assertThat(
            printed(
                RowsAsCsv::new,
                List.of("a", "b", "a"),
                "[null,\"\",\"x,\\\"y\\\"\\nz\"]",
                "[1.50,[1],{\"k\":null}]"))
        .isEqualToNormalizingNewlines(
            """
            a,b,a
            ,"","x,""y""\nz"
            1.5,[1],"{""k"":null}"
            """);
  }

  @Test
  void json_is_an_array_of_objects() throws Exception {
    String json = printed(RowsAsJson::new, List.of("a", "b"), "[null,5]", "[\"x\",[1,2]]");
    assertThat(JSON.readTree(json))
        .isEqualTo(JSON.readTree("[{\"a\":null,\"b\":5},{\"a\":\"x\",\"b\":[1,2]}]"));
    assertThat(json.lines()).hasSize(4);
  }

  @Test
  void json_cannot_show_two_columns_of_one_name() {
    assertThatThrownBy(() -> printed(RowsAsJson::new, List.of("a", "a")))
        .hasMessageContaining("Two columns are named 'a'");
  }

  private static String printed(
      Function<PrintWriter, PrintedRows> as, List<String> names, String... rows)
      throws JsonProcessingException {
    StringWriter text = new StringWriter();
    PrintedRows printed = as.apply(new PrintWriter(text, true));
    printed.columns(names);
    for (String row : rows) {
      List<JsonNode> values = new ArrayList<>();
      JSON.readTree(row).forEach(values::add);
      printed.row(values);
    }
    printed.end();
    return text.toString();
  }
}
